import type { Fields } from "@trading-oms/document";

const everywhere = [
  0,
  1,
  -1,
  0.5,
  1.5,
  -0.5,
  0.1 + 0.2,
  50,
  1e3,
  1e21,
  1e300,
  -1e300,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
];

/** Numbers on both sides of everything that a schema says of a number. */
export function boundaryNumbers(schema: Fields): number[] {
  const bounds = [schema["minimum"], schema["maximum"], schema["multipleOf"], schema["default"]];
  const near = bounds.flatMap((bound) =>
    typeof bound === "number" ? [bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1, bound * 2] : [],
  );
  return [...everywhere, ...near];
}

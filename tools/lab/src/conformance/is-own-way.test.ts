import { expect, test } from "vitest";
import { isOwnWay } from "./render-pairs.ts";

const told = (bytes: number): string =>
  `{"message":"The body is too large. At most ${bytes} bytes are taken."}`;
const words = `POST /: body ${told(12_000_000)} instead of ${told(33_000_000)}`;

test("allows smaller bodies on workerd-d1 only", () => {
  expect(isOwnWay({ pair: "workerd-d1", words })).toBe(true);
  // It forwards cards to a server without the smaller limit.
  expect(isOwnWay({ pair: "workerd-postgresql", words })).toBe(false);
  expect(isOwnWay({ pair: "bun-sqlite", words })).toBe(false);
  const other = `POST /: body ${told(9_000)} instead of ${told(33_000_000)}`;
  expect(isOwnWay({ pair: "workerd-d1", words: other })).toBe(false);
});

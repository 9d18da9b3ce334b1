import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTraces } from "./telemetry.ts";

test("samples the quarter of traces whose ids end in the highest values", () => {
  const choose = chooseTraces(0.25);
  expect(choose("ffffffffffffffffffffffffffffffff")).toBe(true);
  expect(choose("0000000000000000000c000000000000")).toBe(true);
  expect(choose("fffffffffffffffffffbffffffffffff")).toBe(false);
  expect(choose("00000000000000000000000000000001")).toBe(false);
});

test.each([
  [0, false],
  [1, true],
])("with a ratio of %d, the decision is always %s", (ratio, expected) => {
  const choose = chooseTraces(ratio);
  expect(choose("00000000000000000000000000000001")).toBe(expected);
  expect(choose("ffffffffffffffffffffffffffffffff")).toBe(expected);
});

test("samples every trace of a smaller ratio at a larger one", () => {
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(ratio, ratio, fc.stringMatching(/^[0-9a-f]{32}$/), (one, other, traceId) => {
      const isInSmaller = chooseTraces(Math.min(one, other))(traceId);
      expect(!isInSmaller || chooseTraces(Math.max(one, other))(traceId)).toBe(true);
    }),
  );
});

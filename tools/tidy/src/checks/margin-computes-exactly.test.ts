import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { marginComputesExactly } from "./margin-computes-exactly.ts";

test("A decimal, a conversion to number and the rounding of one are refused", () => {
  const files = {
    "packages/margin/src/ratio.ts":
      "const half = 0.5;\nNumber(amount);\nparseFloat(text);\nMath.round(half);",
  };
  expect(findIn(marginComputesExactly, files)).toEqual([
    "packages/margin/src/ratio.ts:1: `0.5` leaves exact arithmetic. Mend: Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise. [margin-computes-exactly]",
    "packages/margin/src/ratio.ts:2: `Number` leaves exact arithmetic. Mend: Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise. [margin-computes-exactly]",
    "packages/margin/src/ratio.ts:3: `parseFloat` leaves exact arithmetic. Mend: Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise. [margin-computes-exactly]",
    "packages/margin/src/ratio.ts:4: `Math.round` leaves exact arithmetic. Mend: Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise. [margin-computes-exactly]",
  ]);
});

test("Integers of either kind hold", () => {
  const files = {
    "packages/margin/src/ratio.ts":
      "const millionths = 1_000_000n;\nconst decimals = 6;\nconst mask = 0xffe;",
  };
  expect(findIn(marginComputesExactly, files)).toEqual([]);
});

test("A test may compare with a decimal, and other rooms may round", () => {
  const files = {
    "packages/margin/src/ratio.test.ts": "Number(1n) * 0.5;",
    "bench/measure.ts": "Math.round(0.5);",
  };
  expect(findIn(marginComputesExactly, files)).toEqual([]);
});

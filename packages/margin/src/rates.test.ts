import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRates, type Rates } from "./rates.ts";

test.each<[string, Rates]>([
  ["0.5, 0.4 and 0.3", rates(500_000n, 400_000n, 300_000n)],
  ["1, 0 and 0, which is fully paid", rates(1_000_000n, 0n, 0n)],
  ["1 and just under 1", rates(1_000_000n, 999_999n, 999_999n)],
  ["a force close at the call", rates(500_000n, 400_000n, 400_000n)],
])("accepts rates of %s without a warning", (_, each) => {
  expect(checkRates(each)).toEqual({ faults: [], warnings: [] });
});

test("accepts a call rate equal to the margin ratio with a warning", () => {
  expect(checkRates(rates(500_000n, 500_000n, 300_000n))).toEqual({
    faults: [],
    warnings: ["marginCallRate is marginRatio, 0.5: the first loss is a margin call."],
  });
});

test.each<[Rates, string[]]>([
  [rates(400_000n, 400_001n, 0n), ["marginCallRate 0.400001 is above marginRatio 0.4: lower it."]],
  [rates(500_000n, 400_000n, 400_001n), ["forceCloseRate 0.400001 is above marginCallRate 0.4: lower it."]],
  [
    rates(1_000_000n, 1_000_000n, 0n),
    ["marginCallRate is 1: give less than 1, because a long position could never leave its margin call."],
  ],
  [rates(1_000_001n, 0n, 0n), ["marginRatio is 1.000001: give a ratio from 0 to 1."]],
  [rates(2_000_000n, 0n, 0n), ["marginRatio is 2: give a ratio from 0 to 1."]],
  [rates(0n, 0n, -1n), ["forceCloseRate is -0.000001: give a ratio from 0 to 1."]],
  [
    rates(100_000n, 200_000n, 300_000n),
    [
      "marginCallRate 0.2 is above marginRatio 0.1: lower it.",
      "forceCloseRate 0.3 is above marginCallRate 0.2: lower it.",
    ],
  ],
])("refuses rates out of order or range and names each fault: %o", (each, faults) => {
  expect(checkRates(each)).toEqual({ faults, warnings: [] });
});

test("accepts rates with 0 ≤ f ≤ c ≤ r ≤ 1 and c < 1, and warns if c = r", () => {
  const end = fc.constantFrom(-1n, 0n, 1n, 500_000n, 999_999n, 1_000_000n, 1_000_001n);
  const rate = fc.oneof(end, fc.bigInt({ min: 0n, max: 1_000_000n }));
  fc.assert(
    fc.property(rate, rate, rate, (ratio, call, close) => {
      const { faults, warnings } = checkRates(rates(ratio, call, close));
      const isAccepted =
        0n <= close && close <= call && call <= ratio && ratio <= 1_000_000n && call < 1_000_000n;
      expect(faults.length === 0).toBe(isAccepted);
      expect(warnings.length === 1).toBe(isAccepted && call === ratio);
    }),
  );
});

function rates(marginRatio: bigint, marginCallRate: bigint, forceCloseRate: bigint): Rates {
  return { marginRatio, marginCallRate, forceCloseRate };
}

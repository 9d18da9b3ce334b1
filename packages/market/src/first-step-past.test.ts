import { expect, test } from "vitest";
import { firstStepPast, type Instrument, isOnStep, type Listing, onePrice, type Price } from "./index.ts";

type SizedListing = Listing & Pick<Instrument, "contractSize">;

/** The step at which trading first reaches a worth of one unit, falling or rising. */
function findStepPrice(listing: SizedListing, unitVnd: bigint, direction: "down" | "up"): Price | undefined {
  const denominator = listing.contractSize ?? 1n;
  return direction === "down"
    ? firstStepPast(listing, { numerator: unitVnd * onePrice + 1n, denominator }, "below")
    : firstStepPast(listing, { numerator: unitVnd * onePrice - 1n, denominator }, "above");
}

const share: SizedListing = { exchange: "HOSE", type: "stock" };
const future: SizedListing = {
  symbol: "41I1F4000",
  exchange: "DERIVATIVES",
  type: "future",
  contractSize: 100_000n,
};

test.for<[string, Listing, bigint, bigint, bigint]>([
  ["71,428 VND a share", share, 71_428n, 71_400_000n, 71_500_000n],
  ["71,400 VND a share", share, 71_400n, 71_400_000n, 71_400_000n],
  ["49,975 VND a share", share, 49_975n, 49_950_000n, 50_000_000n],
  ["50,075 VND a share", share, 50_075n, 50_000_000n, 50_100_000n],
  ["9,999 VND a share", share, 9_999n, 9_990_000n, 10_000_000n],
  ["10,001 VND a share", share, 10_001n, 10_000_000n, 10_050_000n],
  // Two long contracts of the worked example are called below 1,469.07 points.
  ["1,469.07216 points", future, 146_907_216n, 1_469_000n, 1_469_100n],
  ["1,469 points", future, 146_900_000n, 1_469_000n, 1_469_000n],
])("finds the step of %s for falling and for rising prices", ([, listing, unitVnd, down, up]) => {
  expect([findStepPrice(listing, unitVnd, "down"), findStepPrice(listing, unitVnd, "up")]).toEqual([
    down,
    up,
  ]);
});

test("returns undefined below the lowest step", () => {
  expect(findStepPrice(share, 9n, "down")).toBeUndefined();
  expect(findStepPrice(share, 9n, "up")).toBe(10_000n);
  expect(findStepPrice(future, 9_999n, "down")).toBeUndefined();
});

test.for([
  ["HOSE", "stock"],
  ["HNX", "stock"],
  ["HNX", "etf"],
] as const)("on %s, finds the nearest price step of a %s", ([exchange, type]) => {
  const listing = { exchange, type };
  const onStep = Array.from({ length: 60_100 }, (_, vnd) => isOnStep(listing, BigInt(vnd) * onePrice));
  let below = -1;
  for (let vnd = 1; vnd < 60_000; vnd += 1) {
    if (onStep[vnd]) below = vnd;
    const above = onStep.indexOf(true, vnd);
    const found = [findStepPrice(listing, BigInt(vnd), "down"), findStepPrice(listing, BigInt(vnd), "up")];
    const expected = [below < 0 ? undefined : BigInt(below) * onePrice, BigInt(above) * onePrice];
    if (found[0] !== expected[0] || found[1] !== expected[1])
      expect({ vnd, found }).toEqual({ vnd, found: expected });
  }
});

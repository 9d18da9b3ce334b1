import fc from "fast-check";
import { expect, test } from "vitest";
import { bandOf, isOnStep, type Listing, parsePrice, priceStepOf, renderPrice } from "./index.ts";

const share: Listing = { exchange: "HOSE", type: "stock" };
const future: Listing = { exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" };
const bondFuture: Listing = { exchange: "DERIVATIVES", type: "future", symbol: "41B5G3000" };

const listings: readonly Listing[] = [
  share,
  { exchange: "HOSE", type: "etf" },
  { exchange: "HOSE", type: "warrant" },
  { exchange: "HNX", type: "stock" },
  { exchange: "HNX", type: "etf" },
  { exchange: "UPCOM", type: "stock" },
  future,
  bondFuture,
];

test.each<[Listing, string, string, string]>([
  // 7 percent of 100,000 is on a step by itself.
  [share, "100000", "107000", "93000"],
  // 26,750 and 23,250 are on steps of 50, and so is 25,000.
  [share, "25000", "26750", "23250"],
  // 27,124.5 goes down to 27,100, and 23,575.5 up to 23,600.
  [share, "25350", "27100", "23600"],
  // The ends are rounded by their own steps: 10,689.3 by 50, and 9,290.7 by 10.
  [share, "9990", "10650", "9300"],
  // 50,022.5 by 100, and 43,477.5 by 50.
  [share, "46750", "50000", "43500"],
  [{ exchange: "HOSE", type: "etf" }, "50010", "53510", "46510"],
  [{ exchange: "HNX", type: "stock" }, "25300", "27800", "22800"],
  [{ exchange: "HNX", type: "etf" }, "10001", "11001", "9001"],
  [{ exchange: "UPCOM", type: "stock" }, "25300", "29000", "21600"],
  [future, "1461", "1563.2", "1358.8"],
  // Bonds move by 3 percent: 109,927.78 and 103,524.22.
  [bondFuture, "106726", "109927", "103525"],
])("on %o %s gives a ceiling of %s and a floor of %s", (listing, reference, ceiling, floor) => {
  const band = bandOf(listing, parsePrice(reference) ?? 0n);
  expect([renderPrice(band.ceiling), renderPrice(band.floor)]).toEqual([ceiling, floor]);
});

test.each<[Listing, string, string, string]>([
  // 15 percent of 600 is 90, less than the step of 100.
  [{ exchange: "UPCOM", type: "stock" }, "600", "700", "500"],
  // 9.8 is less than 10, and 10.01 is not.
  [share, "140", "150", "130"],
  [share, "143", "150", "140"],
  [{ exchange: "HNX", type: "stock" }, "900", "1000", "800"],
  [{ exchange: "HNX", type: "etf" }, "9", "10", "8"],
  // A price of 0 does not exist.
  [{ exchange: "UPCOM", type: "stock" }, "100", "200", "100"],
  [share, "10", "20", "10"],
  // An average that is on no step.
  [{ exchange: "UPCOM", type: "stock" }, "250", "300", "200"],
])(
  "on %o a step wider than the band of %s is allowed once: %s and %s",
  (listing, reference, ceiling, floor) => {
    const band = bandOf(listing, parsePrice(reference) ?? 0n);
    expect([renderPrice(band.ceiling), renderPrice(band.floor)]).toEqual([ceiling, floor]);
  },
);

test.each([0n, -1n])("refuses a reference price of %d", (price) => {
  expect(() => bandOf(share, price)).toThrow(RangeError);
});

test("both ends are on a step inside the band, and the next step is outside, but for a step wider than the band", () => {
  const percents = { HOSE: 7n, HNX: 10n, UPCOM: 15n, DERIVATIVES: 7n };
  fc.assert(
    fc.property(fc.constantFrom(...listings), fc.bigInt({ min: 1n, max: 300_000_000n }), (listing, drawn) => {
      const step = priceStepOf(listing, drawn);
      const reference = drawn < step ? step : drawn - (drawn % step);
      const { ceiling, floor } = bandOf(listing, reference);
      const percent = listing === bondFuture ? 3n : percents[listing.exchange];
      // One step is allowed where it is wider than the band.
      if (reference * percent < step * 100n) {
        expect(ceiling).toBe(reference + step);
        expect(floor).toBe(reference === step ? step : reference - step);
        return;
      }
      const most = reference * (100n + percent);
      const least = reference * (100n - percent);
      expect(isOnStep(listing, ceiling) && isOnStep(listing, floor)).toBe(true);
      expect(floor <= reference && reference <= ceiling).toBe(true);
      expect(ceiling * 100n <= most && (ceiling + priceStepOf(listing, ceiling)) * 100n > most).toBe(true);
      const lower = floor - priceStepOf(listing, floor - 1n);
      expect(floor * 100n >= least && lower * 100n < least).toBe(true);
    }),
  );
});

import fc from "fast-check";
import { openPosition } from "../open-position.ts";
import type { Position } from "../position.ts";
import type { Rates } from "../rates.ts";

/** Rates in their order, with the ends 0 and 1 often among them. */
export const arbitraryRates: fc.Arbitrary<Rates> = fc
  .tuple(ratio(1_000_000n), ratio(999_999n), ratio(999_999n))
  .map((ratios) => [...ratios].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  .map(([forceCloseRate = 0n, marginCallRate = 0n, marginRatio = 0n]) => ({
    marginRatio,
    marginCallRate: marginCallRate === 1_000_000n ? 999_999n : marginCallRate,
    forceCloseRate: forceCloseRate === 1_000_000n ? 999_999n : forceCloseRate,
  }));

/** The value of one unit: from the last share on UPCOM to a contract of an index that has run away. */
export const arbitraryUnitVnd: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1_000n, max: 200_000n }),
  fc.bigInt({ min: 100_000_000n, max: 400_000_000n }),
);

/** A quantity that a person could trade, long or short. */
export const arbitraryQuantity: fc.Arbitrary<bigint> = fc
  .tuple(fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10_000_000n })), fc.boolean())
  .map(([size, isLong]) => (isLong ? size : -size));

/** A position as it comes about: bought at odd averages, posted by rates, covered by its owner. */
export const arbitraryPosition: fc.Arbitrary<Position> = fc
  .record({
    quantity: arbitraryQuantity,
    unitVnd: arbitraryUnitVnd,
    oddThousandths: fc.bigInt({ min: 0n, max: 999n }),
    rates: arbitraryRates,
    coveredThousandths: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1_500n })),
  })
  .map(({ quantity, unitVnd, oddThousandths, rates, coveredThousandths }) => {
    const size = quantity < 0n ? -quantity : quantity;
    const entryVnd = size * unitVnd + (size * oddThousandths) / 1_000n;
    const coveredVnd = (entryVnd * coveredThousandths) / 1_000n;
    return { ...openPosition(quantity, entryVnd, rates), coveredVnd };
  });

/** What a property is run with: often enough to mean something, and fast enough to be run. */
export const manyRuns: { readonly numRuns: number } = { numRuns: 2_000 };

function ratio(ratioMax: bigint): fc.Arbitrary<bigint> {
  return fc.oneof(fc.constantFrom(0n, ratioMax, 500_000n), fc.bigInt({ min: 0n, max: ratioMax }));
}

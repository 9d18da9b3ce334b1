import fc from "fast-check";
import { figuresOfPosition, type HeldPosition } from "../figures.ts";
import { openPosition, type Position } from "../position.ts";
import type { Rates } from "../rates.ts";

/** Valid rates, with 0, 0.5 and the largest allowed value as frequent ones. */
export const arbitraryRates: fc.Arbitrary<Rates> = fc
  .tuple(ratio(1_000_000n), ratio(999_999n), ratio(999_999n))
  .map((ratios) => [...ratios].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  .map(([forceCloseRate = 0n, marginCallRate = 0n, marginRatio = 0n]) => ({
    marginRatio,
    marginCallRate,
    forceCloseRate,
  }));

/** Unit values, from a very cheap UPCOM share to an index future contract. */
export const arbitraryUnitVnd: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1_000n, max: 200_000n }),
  fc.bigInt({ min: 100_000_000n, max: 400_000_000n }),
);

/** A realistic quantity, long or short. */
export const arbitraryQuantity: fc.Arbitrary<bigint> = fc
  .tuple(fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10_000_000n })), fc.boolean())
  .map(([size, isLong]) => (isLong ? size : -size));

/**
 * A position opened near a unit price with a fractional average, posted by random rates, and covered by up to 150 % of its entry
 * value.
 */
export function arbitraryPositionAt(arbitraryEntryUnitVnd: fc.Arbitrary<bigint>): fc.Arbitrary<Position> {
  return fc
    .record({
      quantity: arbitraryQuantity,
      unitVnd: arbitraryEntryUnitVnd,
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
}

/** A position opened at any price. */
export const arbitraryPosition: fc.Arbitrary<Position> = arbitraryPositionAt(arbitraryUnitVnd);

/** A position with a mark and rates, which may differ from those it was posted by. */
export type MarkedPosition = { readonly position: Position; readonly rates: Rates; readonly unitVnd: bigint };

/** Half of the marks are near the entry price, where rates are crossed; the other half is anywhere. */
export const arbitraryMarkedPosition: fc.Arbitrary<MarkedPosition> = fc
  .record({
    position: arbitraryPosition,
    rates: arbitraryRates,
    anywhereVnd: arbitraryUnitVnd,
    // One in `freq` is null.
    thousandths: fc.option(fc.bigInt({ min: 300n, max: 1_900n }), { freq: 2 }),
  })
  .map(({ position, rates, anywhereVnd, thousandths }) => {
    if (thousandths === null) return { position, rates, unitVnd: anywhereVnd };
    const size = position.quantity < 0n ? -position.quantity : position.quantity;
    const aroundVnd = (position.entryVnd * thousandths) / (size * 1_000n);
    return { position, rates, unitVnd: aroundVnd > 0n ? aroundVnd : 1n };
  });

/** A position with its figures, as the account functions take it. */
export function hold({ position, rates, unitVnd }: MarkedPosition): HeldPosition {
  return { position, figures: figuresOfPosition(position, rates, unitVnd) };
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function ratio(ratioMax: bigint): fc.Arbitrary<bigint> {
  return fc.oneof(fc.constantFrom(0n, ratioMax, 500_000n), fc.bigInt({ min: 0n, max: ratioMax }));
}

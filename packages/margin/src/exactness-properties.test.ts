import fc from "fast-check";
import { expect, test } from "vitest";
import {
  figuresOfAccount,
  noEpisode,
  openPosition,
  type Position,
  quietRangeOf,
  reducePosition,
  triggerOf,
} from "./index.ts";
import { absolute, arbitraryMarkedPosition, hold } from "./testing/arbitrary-position.ts";

/** Scale factors in millions. After scaling, millionths of a VND are whole, so that nothing is rounded. */
const arbitraryMillions = fc.constantFrom(1n, 7n, 1_000_000_007n, 2n ** 53n + 1n, 10n ** 30n + 1n);

test("scaled far beyond 2^53, every figure scales exactly, and no ratio or state changes", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, arbitraryMillions, (drawn, millions) => {
      const { position, rates } = drawn;
      const factor = millions * 1_000_000n;
      const before = hold(drawn).figures;
      const after = hold({ ...drawn, position: scale(position, factor) }).figures;
      const { postedVnd } = position;
      const { marketVnd, unrealizedVnd, dealRatio, isCalled, isForceClosed } = before;
      const missingVnd =
        (rates.marginCallRate * marketVnd - (postedVnd + unrealizedVnd) * 1_000_000n) * millions;
      expect(after).toEqual({
        marketVnd: marketVnd * factor,
        unrealizedVnd: unrealizedVnd * factor,
        requirementVnd: rates.marginRatio * marketVnd * millions,
        dealRatio,
        isCalled,
        isForceClosed,
        neededVnd: missingVnd > 0n ? missingVnd : 0n,
      });
      // The unscaled amount is this exact amount, rounded up.
      expect(before.requirementVnd).toBe(ceilingOf(after.requirementVnd, factor));
      expect(before.neededVnd).toBe(ceilingOf(after.neededVnd, factor));
      expect(quietRangeOf(scale(position, factor), rates, noEpisode)).toEqual(
        quietRangeOf(position, rates, noEpisode),
      );
      const trigger = triggerOf(position, rates.marginCallRate);
      const scaled = triggerOf(scale(position, factor), rates.marginCallRate);
      expect(scaled === undefined).toBe(trigger === undefined);
      if (scaled && trigger) {
        expect(scaled.numeratorVnd * trigger.denominator).toBe(trigger.numeratorVnd * scaled.denominator);
      }
      expect(openPosition(position.quantity * factor, position.entryVnd * factor, rates).postedVnd).toBe(
        rates.marginRatio * position.entryVnd * millions,
      );
    }),
  );
});

test("scaled far beyond 2^53, account sums and partial closes stay exact", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { minLength: 1, maxLength: 4 }),
      arbitraryMillions,
      fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n }),
      (drawn, millions, equityVnd) => {
        const factor = millions * 1_000_000n;
        const scaled = drawn.map((each) => ({ ...each, position: scale(each.position, factor) }));
        const { maintenanceMarginVnd, tradingPowerVnd } = figuresOfAccount(
          equityVnd * factor,
          scaled.map(hold),
        );
        let boundVnd = 0n;
        let resultVnd = 0n;
        for (const { position, rates, unitVnd } of drawn) {
          const gainVnd = position.quantity * unitVnd - direct(position) * position.entryVnd;
          boundVnd += rates.marginRatio * absolute(position.quantity) * unitVnd * millions;
          boundVnd += position.coveredVnd * factor;
          resultVnd += gainVnd * factor;
        }
        expect(maintenanceMarginVnd).toBe(boundVnd);
        expect(tradingPowerVnd).toBe(equityVnd * factor + (resultVnd < 0n ? resultVnd : 0n) - boundVnd);
        for (const { position, unitVnd } of scaled) {
          const size = absolute(position.quantity);
          const { position: rest, realizedVnd } = reducePosition(position, size / 10n, unitVnd);
          // The scaled quantities are divisible by ten, so a tenth is exact.
          expect(rest.entryVnd * 10n).toBe(position.entryVnd * 9n);
          expect(realizedVnd * 10n).toBe(
            size * unitVnd * direct(position) - direct(position) * position.entryVnd,
          );
        }
      },
    ),
  );
});

test("where products exceed 2^53, requirement and posted amount still differ by the rounded 1 VND", () => {
  const rates = { marginRatio: 666_667n, marginCallRate: 666_667n, forceCloseRate: 0n };
  const position = openPosition(-9_999_999n, 3_999_899_610_009_999n, rates);
  expect(position.postedVnd).toBe(2_666_601_073_306_536n);
  // In floating point the requirement would equal the posted amount, and there would be no call.
  expect(hold({ position, rates, unitVnd: 399_990_001n }).figures).toEqual({
    marketVnd: 3_999_899_610_009_999n,
    unrealizedVnd: 0n,
    requirementVnd: 2_666_601_073_306_537n,
    dealRatio: 666_666n,
    isCalled: true,
    isForceClosed: false,
    neededVnd: 1n,
  });
});

function scale({ quantity, entryVnd, postedVnd, coveredVnd }: Position, factor: bigint): Position {
  return {
    quantity: quantity * factor,
    entryVnd: entryVnd * factor,
    postedVnd: postedVnd * factor,
    coveredVnd: coveredVnd * factor,
  };
}

function direct({ quantity }: Position): bigint {
  return quantity < 0n ? -1n : 1n;
}

/** For amounts of 0 or above. */
function ceilingOf(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}

test("the drawn marks are near the entry price about every other time", () => {
  const near = fc.sample(arbitraryMarkedPosition, 400).filter(({ position, unitVnd }) => {
    const worthVnd = absolute(position.quantity) * unitVnd;
    return worthVnd * 10n >= position.entryVnd * 3n && worthVnd * 10n <= position.entryVnd * 19n;
  });
  expect(near.length).toBeGreaterThan(120);
});

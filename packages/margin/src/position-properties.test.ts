import fc from "fast-check";
import { expect, test } from "vitest";
import {
  coverToReach,
  decideEpisode,
  figuresOfPosition,
  noEpisode,
  openPosition,
  type Position,
  quietRangeOf,
  triggerOf,
} from "./index.ts";
import {
  arbitraryMarkedPosition,
  arbitraryPosition,
  arbitraryQuantity,
  arbitraryRates,
  arbitraryUnitVnd,
} from "./testing/arbitrary-position.ts";

const arbitraryTarget = fc.oneof(fc.constantFrom(0n, 1_000_000n), fc.bigInt({ min: 0n, max: 1_000_000n }));

test("the needed amount for a target is the smallest that reaches it", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, arbitraryTarget, ({ position, unitVnd }, target) => {
      const coveredVnd = coverToReach(position, unitVnd, target);
      expect(isBelow({ ...position, coveredVnd }, unitVnd, target)).toBe(false);
      if (coveredVnd > 0n) {
        expect(isBelow({ ...position, coveredVnd: coveredVnd - 1n }, unitVnd, target)).toBe(true);
      }
    }),
  );
});

test("a position falls below its target at the first whole price beyond the trigger", () => {
  fc.assert(
    fc.property(arbitraryPosition, arbitraryTarget, (position, target) => {
      const trigger = triggerOf(position, target);
      fc.pre(trigger !== undefined);
      const downVnd = trigger.numeratorVnd / trigger.denominator;
      const isExact = trigger.numeratorVnd % trigger.denominator === 0n;
      const upVnd = isExact ? downVnd : downVnd + 1n;
      const isLong = position.quantity > 0n;
      // At the trigger itself the target is reached. If it is fractional, the neighbouring whole prices decide.
      const lastReachedVnd = isLong ? upVnd : downVnd;
      const firstBelowVnd = isLong ? lastReachedVnd - 1n : lastReachedVnd + 1n;
      if (lastReachedVnd > 0n) expect(isBelow(position, lastReachedVnd, target)).toBe(false);
      if (firstBelowVnd > 0n) expect(isBelow(position, firstBelowVnd, target)).toBe(true);
    }),
  );
});

test("without a trigger, every price is on the same side of the target", () => {
  fc.assert(
    fc.property(
      arbitraryPosition,
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      arbitraryUnitVnd,
      arbitraryUnitVnd,
      (drawn, target, unitVnd, otherVnd) => {
        const position = { ...drawn, coveredVnd: drawn.coveredVnd + drawn.entryVnd };
        fc.pre(triggerOf(position, target) === undefined);
        expect(isBelow(position, unitVnd, target)).toBe(isBelow(position, otherVnd, target));
      },
    ),
  );
});

test("long and short have opposite results, and equal values, requirements and posted amounts", () => {
  fc.assert(
    fc.property(
      arbitraryQuantity,
      arbitraryUnitVnd,
      arbitraryRates,
      arbitraryUnitVnd,
      (quantity, entryUnitVnd, rates, unitVnd) => {
        const entryVnd = (quantity < 0n ? -quantity : quantity) * entryUnitVnd;
        const one = openPosition(quantity, entryVnd, rates);
        const other = openPosition(-quantity, entryVnd, rates);
        const figures = figuresOfPosition(one, rates, unitVnd);
        const otherFigures = figuresOfPosition(other, rates, unitVnd);
        expect(other.postedVnd).toBe(one.postedVnd);
        expect(otherFigures.unrealizedVnd).toBe(-figures.unrealizedVnd);
        expect(otherFigures.marketVnd).toBe(figures.marketVnd);
        expect(otherFigures.requirementVnd).toBe(figures.requirementVnd);
      },
    ),
  );
});

test("rates of 1, 0 and 0 never call, long or short", () => {
  const rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };
  fc.assert(
    fc.property(arbitraryPosition, arbitraryUnitVnd, (position, unitVnd) => {
      const { isCalled, isForceClosed } = figuresOfPosition(position, rates, unitVnd);
      expect([isCalled, isForceClosed]).toEqual([false, false]);
      expect(triggerOf(position, rates.marginCallRate)).toBeUndefined();
      expect(quietRangeOf(position, rates, noEpisode)).toEqual({ unitVndMin: 1n, unitVndMax: undefined });
      const held = { position, rates, unitVnd };
      const question = { episode: noEpisode, held, occasion: "price" as const, hoursTraded: 9n };
      expect(decideEpisode(question)).toEqual({ episode: noEpisode, event: "none", notices: [] });
    }),
  );
});

test("requirements round up, posted amounts and ratios down, each by less than one", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, ({ position, rates, unitVnd }) => {
      const figures = figuresOfPosition(position, rates, unitVnd);
      const excess = figures.requirementVnd * 1_000_000n - rates.marginRatio * figures.marketVnd;
      expect(excess >= 0n && excess < 1_000_000n).toBe(true);
      const { postedVnd } = openPosition(position.quantity, position.entryVnd, rates);
      const unposted = rates.marginRatio * position.entryVnd - postedVnd * 1_000_000n;
      expect(unposted >= 0n && unposted < 1_000_000n).toBe(true);
      const cushionVnd = position.postedVnd + position.coveredVnd + figures.unrealizedVnd;
      const rest = cushionVnd * 1_000_000n - figures.dealRatio * figures.marketVnd;
      expect(rest >= 0n && rest < figures.marketVnd).toBe(true);
    }),
  );
});

test("later rates change requirement and calls, and never the posted amount or the ratio", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, arbitraryRates, ({ position, rates, unitVnd }, laterRates) => {
      const before = figuresOfPosition(position, rates, unitVnd);
      const { marketVnd, unrealizedVnd, dealRatio } = before;
      const after = figuresOfPosition(position, laterRates, unitVnd);
      expect(after).toMatchObject({ marketVnd, unrealizedVnd, dealRatio });
      const heldVnd = position.postedVnd + position.coveredVnd + unrealizedVnd;
      const floorVnd = laterRates.marginCallRate * marketVnd;
      expect(after.isCalled).toBe(laterRates.marginCallRate > 0n && heldVnd * 1_000_000n < floorVnd);
    }),
  );
});

test("calls use the exact ratio, and never contradict the displayed one", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, ({ position, rates, unitVnd }) => {
      const figures = figuresOfPosition(position, rates, unitVnd);
      expect(figures.isCalled).toBe(rates.marginCallRate > 0n && figures.dealRatio < rates.marginCallRate);
      expect(figures.isForceClosed).toBe(
        rates.forceCloseRate > 0n && figures.dealRatio < rates.forceCloseRate,
      );
    }),
  );
});

test("a called position needs more than its cover, and any other does not", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, ({ position, rates, unitVnd }) => {
      const { isCalled, neededVnd } = figuresOfPosition(position, rates, unitVnd);
      fc.pre(rates.marginCallRate > 0n);
      expect(isCalled).toBe(neededVnd > position.coveredVnd);
    }),
  );
});

/** The definition: posted, covered and unrealised amounts against the target's share of the market value. */
function isBelow(position: Position, unitVnd: bigint, target: bigint): boolean {
  const size = position.quantity < 0n ? -position.quantity : position.quantity;
  const marketVnd = size * unitVnd;
  const gainVnd = marketVnd - position.entryVnd;
  const heldVnd = position.postedVnd + position.coveredVnd + (position.quantity < 0n ? -gainVnd : gainVnd);
  return heldVnd * 1_000_000n < target * marketVnd;
}

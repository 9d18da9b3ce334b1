import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOfPosition, type Position, triggerOf } from "./index.ts";
import { arbitraryPositionAt, arbitraryRates } from "./testing/arbitrary-position.ts";

/** The price steps of a kind of instrument, and the prices at which it trades. */
type Grid = {
  readonly name: string;
  readonly stepVndAt: (unitVnd: bigint) => bigint;
  readonly pricesVnd: { readonly min: bigint; readonly max: bigint };
};

const shares = { min: 1_000n, max: 200_000n };

const grids: readonly Grid[] = [
  {
    name: "10 below 10,000, 50 to 49,950 and 100 from 50,000",
    stepVndAt: (unitVnd) => (unitVnd < 10_000n ? 10n : unitVnd < 50_000n ? 50n : 100n),
    pricesVnd: shares,
  },
  { name: "10 at any price", stepVndAt: () => 10n, pricesVnd: shares },
  { name: "100 at any price", stepVndAt: () => 100n, pricesVnd: shares },
  { name: "1 at any price", stepVndAt: () => 1n, pricesVnd: shares },
  {
    name: "0.1 point of 100,000 VND",
    stepVndAt: () => 10_000n,
    pricesVnd: { min: 80_000_000n, max: 250_000_000n },
  },
];

test.each(grids)(
  "the state flips at the trigger price, to a price step of $name",
  ({ stepVndAt, pricesVnd }) => {
    fc.assert(
      fc.property(
        arbitraryPositionAt(fc.bigInt(pricesVnd)),
        arbitraryRates,
        fc.constantFrom("isCalled" as const, "isForceClosed" as const),
        (position, rates, state) => {
          const rate = state === "isCalled" ? rates.marginCallRate : rates.forceCloseRate;
          const trigger = triggerOf(position, rate);
          fc.pre(trigger !== undefined && trigger.numeratorVnd >= trigger.denominator * pricesVnd.min);
          const flooredVnd = trigger.numeratorVnd / trigger.denominator;
          const atOrBelowVnd = flooredVnd - (flooredVnd % stepVndAt(flooredVnd));
          const isOnIt = atOrBelowVnd * trigger.denominator === trigger.numeratorVnd;
          const aboveVnd = atOrBelowVnd + stepVndAt(atOrBelowVnd);
          const belowVnd = isOnIt ? atOrBelowVnd - stepVndAt(atOrBelowVnd - 1n) : atOrBelowVnd;
          const isLong = position.quantity > 0n;
          expect(stateAt(belowVnd)).toBe(isLong);
          expect(stateAt(aboveVnd)).toBe(!isLong);
          // A ratio equal to the rate is not below it.
          if (isOnIt) expect(stateAt(atOrBelowVnd)).toBe(false);

          function stateAt(unitVnd: bigint): boolean {
            return figuresOfPosition(position, rates, unitVnd)[state];
          }
        },
      ),
    );
  },
);

test.each(grids)(
  "a trigger on a price step of $name does not call at that price",
  ({ stepVndAt, pricesVnd }) => {
    fc.assert(
      fc.property(
        fc.bigInt(pricesVnd),
        fc.bigInt({ min: 1n, max: 1_000n }),
        fc.boolean(),
        fc.bigInt({ min: 1n, max: 999n }),
        (drawnVnd, size, isLong, callThousandths) => {
          // The cover is chosen so that the ratio at this price equals the call rate.
          const unitVnd = drawnVnd - (drawnVnd % stepVndAt(drawnVnd));
          const marketVnd = size * unitVnd * 1_000n;
          const position: Position = {
            quantity: isLong ? size * 1_000n : -size * 1_000n,
            entryVnd: marketVnd,
            postedVnd: 0n,
            coveredVnd: (marketVnd * callThousandths) / 1_000n,
          };
          const marginCallRate = callThousandths * 1_000n;
          const rates = { marginRatio: 1_000_000n, marginCallRate, forceCloseRate: 0n };
          const trigger = triggerOf(position, marginCallRate);
          expect(trigger && trigger.numeratorVnd === trigger.denominator * unitVnd).toBe(true);
          const stepVnd = isLong ? -stepVndAt(unitVnd - 1n) : stepVndAt(unitVnd);
          expect(figuresOfPosition(position, rates, unitVnd).isCalled).toBe(false);
          expect(figuresOfPosition(position, rates, unitVnd + stepVnd).isCalled).toBe(true);
        },
      ),
    );
  },
);

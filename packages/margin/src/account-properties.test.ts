import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOfAccount, type HeldPosition, openPosition, type Rates } from "./index.ts";
import {
  absolute,
  arbitraryMarkedPosition,
  arbitraryUnitVnd,
  hold,
  type MarkedPosition,
} from "./testing/arbitrary-position.ts";

const arbitraryEquityVnd = fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n });

test("raising the margin ratio never raises a deal ratio or the trading power", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { minLength: 1, maxLength: 4 }),
      arbitraryEquityVnd,
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      (drawn, equityVnd, shareMillionths) => {
        const before = drawn.map(hold);
        const after = drawn.map((each) => hold({ ...each, rates: raise(each.rates, shareMillionths) }));
        expect(after.map(({ figures }) => figures.dealRatio)).toEqual(
          before.map(({ figures }) => figures.dealRatio),
        );
        const powerVnd = figuresOfAccount(equityVnd, before).tradingPowerVnd;
        expect(figuresOfAccount(equityVnd, after).tradingPowerVnd <= powerVnd).toBe(true);
      },
    ),
  );

  /** Moves the margin ratio part of the way to 1, or all of it. */
  function raise(rates: Rates, shareMillionths: bigint): Rates {
    const roomMillionths = 1_000_000n - rates.marginRatio;
    return { ...rates, marginRatio: rates.marginRatio + (roomMillionths * shareMillionths) / 1_000_000n };
  }
});

test("total equity excludes unrealised results and covers at any marks", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { maxLength: 4 }),
      arbitraryEquityVnd,
      (drawn, equityVnd) => {
        expect(figuresOfAccount(equityVnd, drawn.map(hold)).totalEquityVnd).toBe(equityVnd);
      },
    ),
  );
});

test("maintenance margin is the sum of requirements and covers, and trading power is the rest of the equity", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { maxLength: 4 }),
      arbitraryEquityVnd,
      (drawn, equityVnd) => {
        const held = drawn.map(hold);
        const { maintenanceMarginVnd, tradingPowerVnd } = figuresOfAccount(equityVnd, held);
        const boundVnd = held.map(({ position, figures }) => figures.requirementVnd + position.coveredVnd);
        expect(maintenanceMarginVnd).toBe(sumOf(boundVnd));
        const resultVnd = sumOf(held.map(({ figures }) => figures.unrealizedVnd));
        // An unrealised gain adds no trading power; a loss reduces it in full.
        const powerVnd = equityVnd - maintenanceMarginVnd;
        expect(tradingPowerVnd).toBe(resultVnd > 0n ? powerVnd : powerVnd + resultVnd);
      },
    ),
  );
});

test("trading power is rounded down by less than 1 VND per position", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { maxLength: 5 }),
      arbitraryEquityVnd,
      (drawn, equityVnd) => {
        const held = drawn.map(hold);
        const { tradingPowerVnd } = figuresOfAccount(equityVnd, held);
        const unrealizedVnd = held.reduce((sumVnd, { figures }) => sumVnd + figures.unrealizedVnd, 0n);
        let exactMillionths = (equityVnd + (unrealizedVnd < 0n ? unrealizedVnd : 0n)) * 1_000_000n;
        for (const { position, unitVnd, rates } of drawn) {
          exactMillionths -= rates.marginRatio * absolute(position.quantity) * unitVnd;
          exactMillionths -= position.coveredVnd * 1_000_000n;
        }
        const missing = exactMillionths - tradingPowerVnd * 1_000_000n;
        expect(missing >= 0n && missing <= BigInt(drawn.length) * 999_999n).toBe(true);
      },
    ),
  );
});

test("splitting a position in two changes no sum by more than a rounding", () => {
  fc.assert(
    fc.property(
      arbitraryMarkedPosition,
      arbitraryUnitVnd,
      fc.bigInt({ min: 1n, max: 999n }),
      fc.bigInt({ min: 0n, max: 1_000n }),
      arbitraryEquityVnd,
      (drawn, entryUnitVnd, thousandths, coverThousandths, equityVnd) => {
        const { quantity, coveredVnd } = drawn.position;
        const first = (quantity * thousandths) / 1_000n;
        fc.pre(first !== 0n);
        const firstCoveredVnd = (coveredVnd * coverThousandths) / 1_000n;
        const whole = part(drawn, quantity, coveredVnd);
        const parts = [
          part(drawn, first, firstCoveredVnd),
          part(drawn, quantity - first, coveredVnd - firstCoveredVnd),
        ];
        const one = sumsOf(equityVnd, [whole]);
        const two = sumsOf(equityVnd, parts);
        // Requirements and posted amounts are rounded once more, and a needed amount depends on both.
        const roundings = { requirementsVnd: 1n, postedVnd: 1n, neededVnd: 2n };
        const ofAccount = { maintenanceMarginVnd: 1n, tradingPowerVnd: 1n };
        const slack: Readonly<Record<string, bigint>> = { ...roundings, ...ofAccount };
        const beyond = Object.entries(one).filter(
          ([name, sum]) => absolute(sum - (two[name] ?? 0n)) > (slack[name] ?? 0n),
        );
        expect(beyond).toEqual([]);

        function part({ rates, unitVnd }: MarkedPosition, size: bigint, partCoveredVnd: bigint) {
          const position = openPosition(size, absolute(size) * entryUnitVnd, rates);
          return hold({ position: { ...position, coveredVnd: partCoveredVnd }, rates, unitVnd });
        }
      },
    ),
  );
});

function sumsOf(equityVnd: bigint, held: readonly HeldPosition[]): Record<string, bigint> {
  return {
    ...figuresOfAccount(equityVnd, held),
    marketVnd: sumOf(held.map(({ figures }) => figures.marketVnd)),
    unrealizedVnd: sumOf(held.map(({ figures }) => figures.unrealizedVnd)),
    requirementsVnd: sumOf(held.map(({ figures }) => figures.requirementVnd)),
    neededVnd: sumOf(held.map(({ figures }) => figures.neededVnd)),
    entryVnd: sumOf(held.map(({ position }) => position.entryVnd)),
    postedVnd: sumOf(held.map(({ position }) => position.postedVnd)),
    coveredVnd: sumOf(held.map(({ position }) => position.coveredVnd)),
  };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, each) => sum + each, 0n);
}

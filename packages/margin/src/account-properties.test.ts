import fc from "fast-check";
import { expect, test } from "vitest";
import {
  closePosition,
  figuresOfAccount,
  figuresOfPosition,
  type HeldPosition,
  judgeWithdrawal,
  openPosition,
  type Position,
  type Rates,
  reducePosition,
} from "./index.ts";
import {
  arbitraryPosition,
  arbitraryQuantity,
  arbitraryRates,
  arbitraryUnitVnd,
  manyRuns,
} from "./testing/arbitrary-position.ts";

const arbitraryEquityVnd = fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n });

const arbitraryStep = fc.record({
  kind: fc.constantFrom("turn", "reduce", "close"),
  quantity: arbitraryQuantity,
  unitVnd: fc.bigInt({ min: 1n, max: 500_000n }),
});

test("Money is neither made nor lost by opening, reducing, turning, closing and opening again", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryStep, { maxLength: 30 }),
      arbitraryRates,
      arbitraryUnitVnd,
      (steps, rates, lastUnitVnd) => {
        let position: Position | undefined;
        let realizedVnd = 0n;
        // The ledger of a person who knows nothing of margin: what was paid, and what was got.
        let cashVnd = 0n;
        for (const { kind, quantity, unitVnd } of steps) {
          const size = quantity < 0n ? -quantity : quantity;
          if (position === undefined) {
            position = openPosition(quantity, size * unitVnd, rates);
            cashVnd -= quantity * unitVnd;
          } else if (kind === "reduce" && size < absolute(position.quantity)) {
            const before = position.quantity;
            const reduction = reducePosition(position, size, unitVnd);
            position = reduction.position;
            realizedVnd += reduction.realizedVnd;
            cashVnd -= (position.quantity - before) * unitVnd;
          } else if (kind === "turn") {
            realizedVnd += closePosition(position, unitVnd).realizedVnd;
            cashVnd += (position.quantity - quantity) * unitVnd;
            position = openPosition(quantity, size * unitVnd, rates);
          } else if (kind === "close") {
            realizedVnd += closePosition(position, unitVnd).realizedVnd;
            cashVnd += position.quantity * unitVnd;
            position = undefined;
          }
        }
        const openVnd = position ? figuresOfPosition(position, rates, lastUnitVnd).unrealizedVnd : 0n;
        const heldVnd = position ? position.quantity * lastUnitVnd : 0n;
        expect(realizedVnd + openVnd).toBe(cashVnd + heldVnd);
      },
    ),
    manyRuns,
  );
});

test("The results of all parts add up to the result of the whole, and none is rounded up", () => {
  fc.assert(
    fc.property(
      arbitraryPosition,
      arbitraryUnitVnd,
      fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { maxLength: 8 }),
      (whole, unitVnd, parts) => {
        let position = whole;
        let realizedVnd = 0n;
        for (const part of parts.filter((each) => each < absolute(whole.quantity))) {
          if (part >= absolute(position.quantity)) break;
          const unrealizedVnd = closePosition(position, unitVnd).realizedVnd;
          const reduction = reducePosition(position, part, unitVnd);
          const size = absolute(position.quantity);
          const missing = unrealizedVnd * part - reduction.realizedVnd * size;
          expect(missing >= 0n && missing < size).toBe(true);
          realizedVnd += reduction.realizedVnd;
          position = reduction.position;
        }
        const lastVnd = closePosition(position, unitVnd).realizedVnd;
        expect(realizedVnd + lastVnd).toBe(closePosition(whole, unitVnd).realizedVnd);
      },
    ),
    manyRuns,
  );
});

test("Raising the margin ratio raises neither a deal ratio nor the trading power", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryPosition, arbitraryUnitVnd, arbitraryRates), { maxLength: 4 }),
      arbitraryEquityVnd,
      (drawn, equityVnd) => {
        const before = drawn.map(([position, unitVnd, rates]) => hold(position, rates, unitVnd));
        const after = drawn.map(([position, unitVnd, rates]) =>
          hold(position, { ...rates, marginRatio: (rates.marginRatio + 1_000_000n) / 2n }, unitVnd),
        );
        const isRatioKept = after.every(
          ({ figures }, index) => figures.dealRatio === before[index]?.figures.dealRatio,
        );
        expect(isRatioKept).toBe(true);
        const powerVnd = figuresOfAccount(equityVnd, before).tradingPowerVnd;
        expect(figuresOfAccount(equityVnd, after).tradingPowerVnd <= powerVnd).toBe(true);
      },
    ),
    manyRuns,
  );
});

test("Trading power is rounded down, by less than a dong a position", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryPosition, arbitraryUnitVnd, arbitraryRates), { maxLength: 5 }),
      arbitraryEquityVnd,
      (drawn, equityVnd) => {
        const held = drawn.map(([position, unitVnd, rates]) => hold(position, rates, unitVnd));
        const { tradingPowerVnd } = figuresOfAccount(equityVnd, held);
        const unrealizedVnd = held.reduce((sumVnd, { figures }) => sumVnd + figures.unrealizedVnd, 0n);
        let exactMillionths = (equityVnd + (unrealizedVnd < 0n ? unrealizedVnd : 0n)) * 1_000_000n;
        for (const [position, unitVnd, rates] of drawn) {
          exactMillionths -= rates.marginRatio * absolute(position.quantity) * unitVnd;
          exactMillionths -= position.coveredVnd * 1_000_000n;
        }
        const missing = exactMillionths - tradingPowerVnd * 1_000_000n;
        expect(missing >= 0n && missing <= BigInt(drawn.length) * 1_000_000n).toBe(true);
      },
    ),
    manyRuns,
  );
});

test("Splitting a position in two changes no sum by more than a rounding", () => {
  fc.assert(
    fc.property(
      arbitraryQuantity,
      arbitraryUnitVnd,
      arbitraryRates,
      arbitraryUnitVnd,
      fc.bigInt({ min: 1n, max: 1_000n }),
      (quantity, entryUnitVnd, rates, unitVnd, thousandths) => {
        const first = (quantity * thousandths) / 1_000n;
        fc.pre(first !== 0n && first !== quantity);
        const [whole, ...parts] = [quantity, first, quantity - first].map((each) =>
          hold(openPosition(each, absolute(each) * entryUnitVnd, rates), rates, unitVnd),
        );
        const sums = parts
          .map(sumsOf)
          .reduce((all, each) => all.map((sum, index) => sum + (each[index] ?? 0n)));
        const exact = whole ? sumsOf(whole) : [];
        const slack = [0n, 0n, 1n, 1n, 2n];
        expect(
          exact.map((sum, index) => absolute(sum - (sums[index] ?? 0n)) <= (slack[index] ?? 0n)),
        ).toEqual([true, true, true, true, true]);
      },
    ),
    manyRuns,
  );
});

test("What may be withdrawn is allowed, and a dong more is refused", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryPosition, arbitraryUnitVnd, arbitraryRates), { maxLength: 4 }),
      fc.bigInt({ min: 0n, max: 100_000_000_000_000n }),
      (drawn, equityVnd) => {
        const held = drawn.map(([position, unitVnd, rates]) => hold(position, rates, unitVnd));
        const account = figuresOfAccount(equityVnd, held);
        const refusal = judgeWithdrawal(10n ** 30n, account, held);
        fc.pre(refusal.kind === "refused");
        const { withdrawableVnd } = refusal;
        if (withdrawableVnd > 0n) {
          expect(judgeWithdrawal(withdrawableVnd, account, held)).toEqual({ kind: "allowed" });
        }
        expect(judgeWithdrawal(withdrawableVnd + 1n, account, held)).toMatchObject({ withdrawableVnd });
      },
    ),
    manyRuns,
  );
});

function hold(position: Position, rates: Rates, unitVnd: bigint): HeldPosition {
  return { position, figures: figuresOfPosition(position, rates, unitVnd) };
}

function sumsOf({ position, figures }: HeldPosition): bigint[] {
  return [
    figures.marketVnd,
    figures.unrealizedVnd,
    figures.requirementVnd,
    position.postedVnd,
    figures.neededVnd,
  ];
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

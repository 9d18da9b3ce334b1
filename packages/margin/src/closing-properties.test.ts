import fc from "fast-check";
import { expect, test } from "vitest";
import {
  closePosition,
  decideCover,
  figuresOfAccount,
  openPosition,
  type Position,
  type Rates,
  reducePosition,
} from "./index.ts";
import {
  absolute,
  arbitraryMarkedPosition,
  arbitraryPosition,
  arbitraryQuantity,
  arbitraryRates,
  arbitraryUnitVnd,
  hold,
} from "./testing/arbitrary-position.ts";

type Step = {
  readonly kind: "turn" | "reduce" | "close" | "cover";
  readonly quantity: bigint;
  readonly unitVnd: bigint;
  /** Added to the entry value, so that the average price is seldom whole. */
  readonly oddVnd: bigint;
  readonly coveredVnd: bigint;
};

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("turn", "reduce", "close", "cover"),
  quantity: arbitraryQuantity,
  unitVnd: fc.bigInt({ min: 1n, max: 500_000n }),
  oddVnd: fc.bigInt({ min: 0n, max: 99n }),
  coveredVnd: fc.bigInt({ min: 0n, max: 1_000_000_000n }),
});

/** An account with one position, and a plain cash ledger of what was paid and received. */
type Book = {
  readonly position: Position | undefined;
  readonly equityVnd: bigint;
  readonly cashVnd: bigint;
};

const nothing: Book = { position: undefined, equityVnd: 0n, cashVnd: 0n };

test("closing and reopening in any steps and parts neither creates nor loses a VND", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryStep, { maxLength: 30 }),
      arbitraryRates,
      fc.bigInt({ min: 0n, max: 10_000_000_000_000n }),
      (steps, rates, depositVnd) => {
        let book: Book = { ...nothing, equityVnd: depositVnd, cashVnd: depositVnd };
        for (const step of steps) {
          book = take(book, step, rates);
          const { unrealizedVnd, account } = accountOf(book, rates, step.unitVnd);
          const heldVnd = (book.position?.quantity ?? 0n) * step.unitVnd;
          expect(account.totalEquityVnd + unrealizedVnd).toBe(book.cashVnd + heldVnd);
          // Apart from an unrealised loss, all equity is either free or bound.
          const lossVnd = unrealizedVnd < 0n ? unrealizedVnd : 0n;
          expect(account.tradingPowerVnd + account.maintenanceMarginVnd).toBe(book.equityVnd + lossVnd);
        }
        const last: Step = { kind: "close", quantity: 1n, unitVnd: 1_000n, oddVnd: 0n, coveredVnd: 0n };
        const closed = book.position ? take(book, last, rates) : book;
        expect(accountOf(closed, rates, 1_000n).account).toEqual({
          totalEquityVnd: closed.cashVnd,
          maintenanceMarginVnd: 0n,
          tradingPowerVnd: closed.cashVnd,
        });
      },
    ),
  );
});

test("closing at the mark and reopening keeps the sum of equity and result, and drops the cover", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryMarkedPosition, { minLength: 1, maxLength: 4 }),
      fc.bigInt({ min: 0n, max: 1_000_000_000_000n }),
      (drawn, equityVnd) => {
        const [own, ...others] = drawn;
        fc.pre(own !== undefined);
        const { position, rates, unitVnd } = own;
        const rest = others.map(hold);
        const before = figuresOfAccount(equityVnd, [hold(own), ...rest]);
        const { realizedVnd } = closePosition(position, unitVnd);
        const after = figuresOfAccount(equityVnd + realizedVnd, rest);
        const { marketVnd, requirementVnd, unrealizedVnd } = hold(own).figures;
        expect(after.totalEquityVnd).toBe(before.totalEquityVnd + unrealizedVnd);
        const releasedVnd = before.maintenanceMarginVnd - after.maintenanceMarginVnd;
        expect(releasedVnd).toBe(requirementVnd + position.coveredVnd);
        const reopened = { ...own, position: openPosition(position.quantity, marketVnd, rates) };
        expect(reopened.position.coveredVnd).toBe(0n);
        expect(hold(reopened).figures).toMatchObject({ marketVnd, requirementVnd, unrealizedVnd: 0n });
        const again = figuresOfAccount(equityVnd + realizedVnd, [hold(reopened), ...rest]);
        expect(again.maintenanceMarginVnd).toBe(before.maintenanceMarginVnd - position.coveredVnd);
      },
    ),
  );
});

test("the results of all parts add up to the result of the whole, and none is rounded up", () => {
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
  );
});

test("a reduction scales entry value and posted amount, rounds the posted amount down, and keeps the cover", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, fc.bigInt({ min: 1n, max: 999n }), ({ position, unitVnd }, part) => {
      const size = absolute(position.quantity);
      const quantity = (size * part) / 1_000n;
      fc.pre(quantity > 0n);
      const rest = reducePosition(position, quantity, unitVnd).position;
      const left = size - quantity;
      expect(rest.quantity).toBe(position.quantity > 0n ? left : -left);
      expect(rest.coveredVnd).toBe(position.coveredVnd);
      expect(absolute(rest.entryVnd * size - position.entryVnd * left) < size).toBe(true);
      const lostVnd = position.postedVnd * left - rest.postedVnd * size;
      expect(lostVnd >= 0n && lostVnd < size).toBe(true);
    }),
  );
});

function take(book: Book, step: Step, rates: Rates): Book {
  const { kind, quantity, unitVnd, oddVnd, coveredVnd } = step;
  const { position, equityVnd, cashVnd } = book;
  const size = absolute(quantity);
  if (position === undefined) {
    const entryVnd = size * unitVnd + oddVnd;
    const paidVnd = quantity > 0n ? entryVnd : -entryVnd;
    return { position: openPosition(quantity, entryVnd, rates), equityVnd, cashVnd: cashVnd - paidVnd };
  }
  if (kind === "cover") return { ...book, position: cover(book, position) };
  if (kind === "reduce") {
    if (size >= absolute(position.quantity)) return book;
    const { position: rest, realizedVnd } = reducePosition(position, size, unitVnd);
    const soldVnd = (position.quantity - rest.quantity) * unitVnd;
    return { position: rest, equityVnd: equityVnd + realizedVnd, cashVnd: cashVnd + soldVnd };
  }
  const { realizedVnd } = closePosition(position, unitVnd);
  const closed: Book = {
    position: undefined,
    equityVnd: equityVnd + realizedVnd,
    cashVnd: cashVnd + position.quantity * unitVnd,
  };
  return kind === "close" ? closed : take(closed, step, rates);

  function cover(before: Book, uncovered: Position): Position {
    const { account } = accountOf(before, rates, unitVnd);
    const state = { isClosing: false, isTrading: false, isStale: false, isHalted: false };
    const request = { position: uncovered, rates, unitVnd, account, ...state, newCoveredVnd: coveredVnd };
    return decideCover(request).position;
  }
}

function accountOf({ position, equityVnd }: Book, rates: Rates, unitVnd: bigint) {
  const held = position === undefined ? [] : [hold({ position, rates, unitVnd })];
  const unrealizedVnd = held[0]?.figures.unrealizedVnd ?? 0n;
  return { unrealizedVnd, account: figuresOfAccount(equityVnd, held) };
}

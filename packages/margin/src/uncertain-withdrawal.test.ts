import fc from "fast-check";
import { expect, test } from "vitest";
import { minOf } from "./arithmetic.ts";
import { checkWithdrawal, figuresOfAccount, figuresOfPosition, openPosition } from "./index.ts";
import {
  arbitraryMarkedPosition,
  arbitraryUnitVnd,
  hold,
  type MarkedPosition,
} from "./testing/arbitrary-position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);
const at = (unitVnd: bigint) => figuresOfPosition(fpt, rates, unitVnd);

test("an uncertain price leaves what its floor leaves for a long position, and its ceiling for a short one", () => {
  const long = [{ position: fpt, figures: at(90_000n), figuresAtEnds: [at(83_700n), at(96_300n)] }];
  const account = figuresOfAccount(80_000_000n, long);
  expect(account.tradingPowerVnd).toBe(25_000_000n);
  // 80,000,000 less a loss of 16,300,000 and a requirement of 41,850,000; nothing is called at 83,700.
  expect(checkWithdrawal(25_000_000n, account, long)).toEqual({
    kind: "refused",
    reason: "unreliable_price",
    withdrawableVnd: 21_850_000n,
  });
  expect(checkWithdrawal(21_850_000n, account, long)).toEqual({ kind: "allowed" });
  const short = openPosition(-1_000n, 100_000_000n, rates);
  const shortAt = (unitVnd: bigint) => figuresOfPosition(short, rates, unitVnd);
  const held = [
    { position: short, figures: shortAt(100_000n), figuresAtEnds: [shortAt(93_000n), shortAt(107_000n)] },
  ];
  // A loss of 7,000,000, a requirement of 53,500,000.
  expect(checkWithdrawal(30_000_000n, figuresOfAccount(80_000_000n, held), held)).toMatchObject({
    withdrawableVnd: 19_500_000n,
  });
});

test("what its floor would call is held back, unless the position is waiting to be closed", () => {
  const held = { position: fpt, figures: at(90_000n), figuresAtEnds: [at(80_000n)] };
  const account = figuresOfAccount(80_000_000n, [held]);
  expect(checkWithdrawal(25_000_000n, account, [held])).toMatchObject({ withdrawableVnd: 18_000_000n });
  const closing = { ...held, isCallable: false };
  expect(checkWithdrawal(25_000_000n, account, [closing])).toMatchObject({ withdrawableVnd: 20_000_000n });
});

const arbitraryUncertain = fc.record({
  marked: arbitraryMarkedPosition,
  ends: fc.array(arbitraryUnitVnd, { maxLength: 2 }),
});

test("what may leave is the least over every combination of marks and ends", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryUncertain, { maxLength: 4 }),
      fc.bigInt({ min: 0n, max: 1_000_000_000_000n }),
      (drawn, equityVnd) => {
        const positions = drawn.map(({ marked, ends }) => ({
          ...hold(marked),
          figuresAtEnds: ends.map((unitVnd) => hold({ ...marked, unitVnd }).figures),
        }));
        const least = combinations(
          drawn.map(({ marked, ends }) => [marked, ...ends.map((unitVnd) => ({ ...marked, unitVnd }))]),
        )
          .map((marks) => freeVnd(equityVnd, marks))
          .reduce(minOf);
        const account = figuresOfAccount(equityVnd, positions);
        const withdrawableVnd = least > 0n ? least : 0n;
        expect(checkWithdrawal(withdrawableVnd + 1n, account, positions)).toMatchObject({ withdrawableVnd });
        if (withdrawableVnd > 0n)
          expect(checkWithdrawal(withdrawableVnd, account, positions)).toEqual({ kind: "allowed" });
      },
    ),
  );

  /** The trading power at some marks, less what is missing for the positions that are called at them. */
  function freeVnd(equityVnd: bigint, marks: readonly MarkedPosition[]): bigint {
    const held = marks.map(hold);
    return held
      .filter(({ figures }) => figures.isCalled)
      .reduce(
        (sumVnd, { position, figures }) => sumVnd - (figures.neededVnd - position.coveredVnd),
        figuresOfAccount(equityVnd, held).tradingPowerVnd,
      );
  }

  function combinations<Item>(lists: readonly (readonly Item[])[]): Item[][] {
    return lists.reduce<Item[][]>(
      (begun, list) => begun.flatMap((items) => list.map((item) => [...items, item])),
      [[]],
    );
  }
});

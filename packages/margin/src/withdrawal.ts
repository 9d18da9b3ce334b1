import { maxOf, minOf } from "./arithmetic.ts";
import type { AccountFigures, HeldPosition, PositionFigures } from "./figures.ts";

/** A position of the account that cash is to leave. */
export type WithdrawalPosition = HeldPosition & {
  /** Whether the position can be called, which it can if omitted. Nothing is held back for another. */
  readonly isCallable?: boolean | undefined;
  /** The figures at the ends of the day's band, if the mark is not reliable. */
  readonly figuresAtEnds?: readonly PositionFigures[] | undefined;
};

/** Whether a withdrawal is allowed; if not, why, and the largest amount that is. */
export type WithdrawalJudgement =
  | { readonly kind: "allowed" }
  | {
      readonly kind: "refused";
      readonly reason: "above_trading_power" | "needed_for_calls" | "unreliable_price";
      readonly withdrawableVnd: bigint;
    };

/**
 * Checks a withdrawal against the trading power and the amounts that called positions still need. A position without a reliable mark
 * counts at its mark or at an end of its band, whichever leaves less.
 */
export function checkWithdrawal(
  amountVnd: bigint,
  account: AccountFigures,
  positions: readonly WithdrawalPosition[],
): WithdrawalJudgement {
  if (amountVnd <= 0n) throw new RangeError(`${amountVnd} VND cannot be withdrawn: give more than 0.`);
  const { totalEquityVnd, tradingPowerVnd } = account;
  const leastVnd = freeVnd(totalEquityVnd, positions);
  if (amountVnd <= leastVnd) return { kind: "allowed" };
  const freeAtMarksVnd = freeVnd(
    totalEquityVnd,
    positions.map((each) => ({ ...each, figuresAtEnds: [] })),
  );
  const reason = amountVnd > freeAtMarksVnd ? "needed_for_calls" : "unreliable_price";
  return {
    kind: "refused",
    reason: amountVnd > tradingPowerVnd ? "above_trading_power" : reason,
    withdrawableVnd: maxOf(leastVnd, 0n),
  };
}

/**
 * The trading power less what called positions need, where each position has the figures that leave the least. The sum of results
 * lowers the power only if it is a loss, so the power is the smaller of two sums, one with results and one without, and each sum is
 * the least where each of its terms is.
 */
function freeVnd(equityVnd: bigint, positions: readonly WithdrawalPosition[]): bigint {
  let [withResultsVnd, withoutVnd] = [equityVnd, equityVnd];
  for (const { position, isCallable = true, figures, figuresAtEnds = [] } of positions) {
    const heldBack = (at: PositionFigures): bigint =>
      at.requirementVnd + (at.isCalled && isCallable ? at.neededVnd : position.coveredVnd);
    const possible = [figures, ...figuresAtEnds];
    withoutVnd -= possible.map(heldBack).reduce(maxOf);
    withResultsVnd += possible.map((at) => at.unrealizedVnd - heldBack(at)).reduce(minOf);
  }
  return minOf(withResultsVnd, withoutVnd);
}

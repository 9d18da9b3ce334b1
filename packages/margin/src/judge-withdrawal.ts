import type { AccountFigures } from "./figures-of-account.ts";
import type { HeldPosition } from "./held-position.ts";

/** Whether money may leave an account; where not, why, and how much may. */
export type WithdrawalJudgement =
  | { readonly kind: "allowed" }
  | {
      readonly kind: "refused";
      readonly reason: "above-trading-power" | "needed-for-calls";
      readonly withdrawableVnd: bigint;
    };

/** Judges a withdrawal, above 0, by what the account may use and what its called positions wait for. */
export function judgeWithdrawal(
  amountVnd: bigint,
  account: AccountFigures,
  positions: readonly HeldPosition[],
): WithdrawalJudgement {
  if (amountVnd <= 0n) throw new RangeError(`${amountVnd} VND is not a withdrawal; its amount is above 0.`);
  const { tradingPowerVnd } = account;
  const freeVnd = tradingPowerVnd - missingForCalls(positions);
  if (amountVnd <= freeVnd) return { kind: "allowed" };
  const reason = amountVnd > tradingPowerVnd ? "above-trading-power" : "needed-for-calls";
  return { kind: "refused", reason, withdrawableVnd: freeVnd > 0n ? freeVnd : 0n };
}

/** A called position's cover is below what it needs, so that each adds more than 0. */
function missingForCalls(positions: readonly HeldPosition[]): bigint {
  return positions
    .filter(({ figures }) => figures.isCalled)
    .reduce((sumVnd, { position, figures }) => sumVnd + figures.neededVnd - position.coveredVnd, 0n);
}

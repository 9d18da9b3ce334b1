import { maxOf, minOf } from "./arithmetic.ts";
import { type AccountFigures, coverToReach, figuresOfPosition, type PositionFigures } from "./figures.ts";
import type { Position } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/** A request to set the covered amount, with the market and account state that decides about it. */
export type CoverRequest = {
  readonly position: Position;
  readonly rates: Rates;
  readonly unitVnd: bigint;
  /** The figures of the account, including this position at `unitVnd`. */
  readonly account: AccountFigures;
  /** Whether the position is waiting to be closed at a price. */
  readonly isClosing: boolean;
  /** Whether the symbol's exchange is in a session. */
  readonly isTrading: boolean;
  readonly isStale: boolean;
  readonly isHalted: boolean;
  /** The new covered amount: absolute, not a difference. */
  readonly newCoveredVnd: bigint;
};

/** Why a cover request is refused. */
export type CoverRefusal =
  | "closing"
  | "above_trading_power"
  | "above_full_cover"
  | "below_need"
  | "stale_price"
  | "halted";

/** The state after the decision. If nothing changed, it equals the state before. */
export type CoverOutcome = {
  readonly position: Position;
  readonly figures: PositionFigures;
  readonly account: AccountFigures;
};

/** The result of a cover request. The caller stores only `accepted`. */
export type CoverDecision =
  | ({ readonly kind: "unchanged" } & CoverOutcome)
  | ({ readonly kind: "accepted"; readonly isRaise: boolean } & CoverOutcome)
  | ({
      readonly kind: "refused";
      readonly reason: CoverRefusal;
      /**
       * The limit that was exceeded: the maximum of a raise, or the minimum of a lowering. For `above_full_cover` it is the full
       * cover, which may be below the current cover. Undefined if the amount is not the reason.
       */
      readonly boundVnd: bigint | undefined;
    } & CoverOutcome);

/** Decides a cover request. The checks run in a fixed order, and the first that fails gives the reason. */
export function decideCover(request: CoverRequest): CoverDecision {
  const { position, rates, unitVnd, account, newCoveredVnd } = request;
  if (newCoveredVnd < 0n) throw new RangeError(`${newCoveredVnd} VND cannot be covered: give 0 or more.`);
  const figures = figuresOfPosition(position, rates, unitVnd);
  const standing = { position, figures, account };
  const changeVnd = newCoveredVnd - position.coveredVnd;
  const refuse = (reason: CoverRefusal, boundVnd?: bigint): CoverDecision => ({
    kind: "refused",
    reason,
    boundVnd,
    ...standing,
  });

  if (request.isClosing) return refuse("closing");
  if (changeVnd === 0n) return { kind: "unchanged", ...standing };
  if (changeVnd > 0n) {
    const fullCoverVnd = coverToReach(position, unitVnd, oneMillionths);
    if (changeVnd > account.tradingPowerVnd) {
      const affordableVnd = position.coveredVnd + account.tradingPowerVnd;
      const boundVnd = maxOf(position.coveredVnd, minOf(affordableVnd, fullCoverVnd));
      return refuse("above_trading_power", boundVnd);
    }
    if (newCoveredVnd > fullCoverVnd) return refuse("above_full_cover", fullCoverVnd);
  } else {
    if (newCoveredVnd < figures.neededVnd) return refuse("below_need", figures.neededVnd);
    // A lowering releases money, so it needs a reliable price. Outside a session the last price is reliable.
    if (request.isTrading && request.isStale) return refuse("stale_price");
    if (request.isTrading && request.isHalted) return refuse("halted");
  }
  return { kind: "accepted", isRaise: changeVnd > 0n, ...coverBy(request, changeVnd) };
}

/** A cover moves its amount from trading power to maintenance margin. The equity does not change. */
function coverBy({ position, rates, unitVnd, account }: CoverRequest, changeVnd: bigint): CoverOutcome {
  const covered = { ...position, coveredVnd: position.coveredVnd + changeVnd };
  return {
    position: covered,
    figures: figuresOfPosition(covered, rates, unitVnd),
    account: {
      totalEquityVnd: account.totalEquityVnd,
      maintenanceMarginVnd: account.maintenanceMarginVnd + changeVnd,
      tradingPowerVnd: account.tradingPowerVnd - changeVnd,
    },
  };
}

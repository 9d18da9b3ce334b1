import { leastOf, mostOf } from "./arithmetic.ts";
import { type AccountFigures, figuresOfPosition, needToReach, type PositionFigures } from "./figures.ts";
import type { Position } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/** A covered amount that somebody asks for, and the state of the world that decides about it. */
export type CoverRequest = {
  readonly position: Position;
  readonly rates: Rates;
  readonly unitVnd: bigint;
  /** The account as it stands, this position included at this very mark. */
  readonly account: AccountFigures;
  /** Whether the position waits to be closed at a price. */
  readonly isClosing: boolean;
  /** Whether the symbol's exchange is in a session. */
  readonly isTrading: boolean;
  readonly isStale: boolean;
  readonly isHalted: boolean;
  /** The new amount, absolute and not a change. */
  readonly newCoveredVnd: bigint;
};

/** Why a covered amount is not set. */
export type CoverRefusal =
  | "closing"
  | "above-trading-power"
  | "above-full-cover"
  | "below-need"
  | "stale-price"
  | "halted";

/** What holds after a cover was decided; where nothing changed, as it stood before. */
export type CoverOutcome = {
  readonly position: Position;
  readonly figures: PositionFigures;
  readonly account: AccountFigures;
};

/** What becomes of a request to cover. Only `accepted` is to be stored. */
export type CoverDecision =
  | ({ readonly kind: "unchanged" } & CoverOutcome)
  | ({ readonly kind: "accepted"; readonly isRaise: boolean } & CoverOutcome)
  | ({
      readonly kind: "refused";
      readonly reason: CoverRefusal;
      /**
       * The most that a raise, or the least that a lowering may set; above the full cover, that one, which may be less than
       * what is covered now. None where the amount is not the reason.
       */
      readonly boundVnd: bigint | undefined;
    } & CoverOutcome);

/** Decides about a covered amount by the first reason that is met, in the order in which they are told. */
export function decideCover(request: CoverRequest): CoverDecision {
  const { position, rates, unitVnd, account, newCoveredVnd } = request;
  if (newCoveredVnd < 0n)
    throw new RangeError(`${newCoveredVnd} VND cannot be covered; an amount is 0 or above.`);
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
    const fullCoverVnd = needToReach(position, unitVnd, oneMillionths);
    if (changeVnd > account.tradingPowerVnd) {
      const affordableVnd = position.coveredVnd + account.tradingPowerVnd;
      const boundVnd = mostOf(position.coveredVnd, leastOf(affordableVnd, fullCoverVnd));
      return refuse("above-trading-power", boundVnd);
    }
    if (newCoveredVnd > fullCoverVnd) return refuse("above-full-cover", fullCoverVnd);
  } else {
    if (newCoveredVnd < figures.neededVnd) return refuse("below-need", figures.neededVnd);
    // Money is not released on a price that may be gone; out of a session the last one is the price.
    if (request.isTrading && request.isStale) return refuse("stale-price");
    if (request.isTrading && request.isHalted) return refuse("halted");
  }
  return { kind: "accepted", isRaise: changeVnd > 0n, ...coverBy(request, changeVnd) };
}

/** A cover is bound like a requirement, dong for dong, and is no result: the equity stays. */
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

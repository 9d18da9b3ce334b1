import { divide, leastOf, mostOf } from "./arithmetic.ts";
import { type Position, valuePosition } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/**
 * Computes the least covered amount at which the deal ratio reaches a target, in millionths. It is absolute, and
 * does not look at what is covered now: `needToReach(position, unitVnd, rates.marginCallRate)` is the amount to send.
 */
export function needToReach(position: Position, unitVnd: bigint, target: bigint): bigint {
  const { marketVnd, unrealizedVnd } = valuePosition(position, unitVnd);
  // Rounded up, for a dong less would miss the target.
  const aimVnd = divide(target * marketVnd, oneMillionths, "up");
  const missingVnd = aimVnd - position.postedVnd - unrealizedVnd;
  return missingVnd > 0n ? missingVnd : 0n;
}

/** What a position is worth, asks for, and has come to at one mark. */
export type PositionFigures = {
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  /** What the rates of now ask of the market value; an account sets it aside. */
  readonly requirementVnd: bigint;
  /** In millionths, rounded down for display; calls are decided on the exact ratio. */
  readonly dealRatio: bigint;
  readonly isCalled: boolean;
  readonly isForceClosed: boolean;
  /** The covered amount, absolute and not a change, that reaches the margin-call rate. */
  readonly neededVnd: bigint;
};

/** Computes what a position comes to at a price, so that everybody judges it by the same figures. */
export function figuresOfPosition(position: Position, rates: Rates, unitVnd: bigint): PositionFigures {
  const { marketVnd, unrealizedVnd, cushionVnd } = valuePosition(position, unitVnd);
  // A floor of 0 is switched off: even a ratio below 0 is not called by it.
  const isBelow = (rate: bigint) => rate > 0n && cushionVnd * oneMillionths < rate * marketVnd;
  return {
    marketVnd,
    unrealizedVnd,
    // Requirements round up, so that no part of a dong is lent.
    requirementVnd: divide(rates.marginRatio * marketVnd, oneMillionths, "up"),
    // Rounded down, so that a ratio below its floor never looks as if it had reached it.
    dealRatio: divide(cushionVnd * oneMillionths, marketVnd, "down"),
    isCalled: isBelow(rates.marginCallRate),
    isForceClosed: isBelow(rates.forceCloseRate),
    neededVnd: needToReach(position, unitVnd, rates.marginCallRate),
  };
}

/** A position with its figures at the mark that an account is judged by. */
export type HeldPosition = { readonly position: Position; readonly figures: PositionFigures };

/** What an account has, what is bound in it, and what may still be used. */
export type AccountFigures = {
  /** Deposits less withdrawals and realised results; neither paper results nor covers are in it. */
  readonly totalEquityVnd: bigint;
  readonly maintenanceMarginVnd: bigint;
  /** Below 0 where losses or requirements have outgrown the equity. */
  readonly tradingPowerVnd: bigint;
};

/** Sums up an account's equity and all its positions, each at its own mark. */
export function figuresOfAccount(equityVnd: bigint, positions: readonly HeldPosition[]): AccountFigures {
  let maintenanceMarginVnd = 0n;
  let unrealizedVnd = 0n;
  for (const { position, figures } of positions) {
    maintenanceMarginVnd += figures.requirementVnd + position.coveredVnd;
    unrealizedVnd += figures.unrealizedVnd;
  }
  // A gain on paper gives no power, and may be gone by the next price.
  const lossVnd = unrealizedVnd < 0n ? unrealizedVnd : 0n;
  return {
    totalEquityVnd: equityVnd,
    maintenanceMarginVnd,
    tradingPowerVnd: equityVnd + lossVnd - maintenanceMarginVnd,
  };
}

/** The largest amount that every store and every number of JSON holds exactly: 2^53 − 1. */
export const amountVndMax = 9_007_199_254_740_991n;

/** A position and the prices of one unit that its mark may have, both ends included. */
export type RangedPosition = {
  readonly symbol: string;
  readonly position: Position;
  readonly unitVndMin: bigint;
  readonly unitVndMax: bigint;
};

/** The most that rates ask for, so that no change of rates makes an amount larger. */
const largestRates: Rates = {
  marginRatio: oneMillionths,
  marginCallRate: oneMillionths,
  forceCloseRate: oneMillionths,
};

/**
 * Computes how large the amounts of an account and its positions can become, at any prices within the ranges and at any
 * rates: each amount by its name, where it is furthest from 0.
 */
export function largestAmounts(
  equityVnd: bigint,
  positions: readonly RangedPosition[],
): ReadonlyMap<string, bigint> {
  const amounts = new Map([["total equity", equityVnd]]);
  let marketVnd = 0n;
  let coveredVnd = 0n;
  let lossVnd = 0n;
  let gainVnd = 0n;
  let lossAndMarketVnd = 0n;
  for (const { symbol, position, unitVndMin, unitVndMax } of positions) {
    // Every amount rises or falls with the price all along, so that it is largest at an end of the range.
    const low = figuresOfPosition(position, largestRates, unitVndMin);
    const high = figuresOfPosition(position, largestRates, unitVndMax);
    const leastVnd = leastOf(low.unrealizedVnd, high.unrealizedVnd);
    const mostVnd = mostOf(low.unrealizedVnd, high.unrealizedVnd);
    amounts.set(`entry value of ${symbol}`, position.entryVnd);
    amounts.set(`market value of ${symbol}`, high.marketVnd);
    amounts.set(`unrealised result of ${symbol}`, furthestOf(leastVnd, mostVnd));
    amounts.set(`full cover of ${symbol}`, mostOf(low.neededVnd, high.neededVnd));
    marketVnd += high.marketVnd;
    coveredVnd += position.coveredVnd;
    lossVnd += leastVnd;
    gainVnd += mostVnd;
    lossAndMarketVnd += leastOf(low.unrealizedVnd - low.marketVnd, high.unrealizedVnd - high.marketVnd);
  }
  amounts.set("sum of unrealised results", furthestOf(lossVnd, gainVnd));
  amounts.set("maintenance margin", marketVnd + coveredVnd);
  // At its most the power is the equity. At its least all results together are a loss, or count for nothing.
  amounts.set("trading power", equityVnd - coveredVnd + leastOf(-marketVnd, lossAndMarketVnd));
  return amounts;
}

/** Whether an amount is too large, of either sign. */
export function isTooLarge(amountVnd: bigint): boolean {
  return amountVnd > amountVndMax || amountVnd < -amountVndMax;
}

function furthestOf(one: bigint, other: bigint): bigint {
  return -one > other ? one : other;
}

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

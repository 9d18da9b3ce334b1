import { divide, maxOf, minOf } from "./arithmetic.ts";
import { type Position, valuePosition } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/**
 * Computes the smallest covered amount at which the deal ratio reaches a target, in millionths. The amount is absolute and
 * independent of the current cover: `coverToReach(position, unitVnd, rates.marginCallRate)` is the amount to send.
 */
export function coverToReach(position: Position, unitVnd: bigint, target: bigint): bigint {
  const { marketVnd, unrealizedVnd } = valuePosition(position, unitVnd);
  // Rounded up, because 1 VND less would miss the target.
  const aimVnd = divide(target * marketVnd, oneMillionths, "up");
  const missingVnd = aimVnd - position.postedVnd - unrealizedVnd;
  return missingVnd > 0n ? missingVnd : 0n;
}

/** The figures of a position at one mark. */
export type PositionFigures = {
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  /** The current margin ratio times the market value. The account sets it aside. */
  readonly requirementVnd: bigint;
  /** In millionths, rounded down for display; calls are decided on the exact ratio. */
  readonly dealRatio: bigint;
  readonly isCalled: boolean;
  readonly isForceClosed: boolean;
  /** The covered amount that reaches the margin-call rate: absolute, not a difference. */
  readonly neededVnd: bigint;
};

/** Computes the figures of a position at a price. Every decision uses these figures. */
export function figuresOfPosition(position: Position, rates: Rates, unitVnd: bigint): PositionFigures {
  const { marketVnd, unrealizedVnd, cushionVnd } = valuePosition(position, unitVnd);
  // A rate of 0 is switched off: even a negative ratio is not below it.
  const isBelow = (rate: bigint) => rate > 0n && cushionVnd * oneMillionths < rate * marketVnd;
  return {
    marketVnd,
    unrealizedVnd,
    // Rounded up, so that no fraction of a VND is lent.
    requirementVnd: divide(rates.marginRatio * marketVnd, oneMillionths, "up"),
    // Rounded down, so that a ratio below a rate never appears to reach it.
    dealRatio: divide(cushionVnd * oneMillionths, marketVnd, "down"),
    isCalled: isBelow(rates.marginCallRate),
    isForceClosed: isBelow(rates.forceCloseRate),
    neededVnd: coverToReach(position, unitVnd, rates.marginCallRate),
  };
}

/** A position with its figures at its current mark. */
export type HeldPosition = { readonly position: Position; readonly figures: PositionFigures };

/** The equity of an account, the bound part and the free part. */
export type AccountFigures = {
  /** Deposits minus withdrawals, plus realised results. Excludes unrealised results and covers. */
  readonly totalEquityVnd: bigint;
  readonly maintenanceMarginVnd: bigint;
  /** Negative if losses or requirements exceed the equity. */
  readonly tradingPowerVnd: bigint;
};

/** Computes the figures of an account from its equity and its positions, each at its own mark. */
export function figuresOfAccount(equityVnd: bigint, positions: readonly HeldPosition[]): AccountFigures {
  let maintenanceMarginVnd = 0n;
  let unrealizedVnd = 0n;
  for (const { position, figures } of positions) {
    maintenanceMarginVnd += figures.requirementVnd + position.coveredVnd;
    unrealizedVnd += figures.unrealizedVnd;
  }
  // An unrealised gain adds no trading power, because the next price may remove it.
  const lossVnd = unrealizedVnd < 0n ? unrealizedVnd : 0n;
  return {
    totalEquityVnd: equityVnd,
    maintenanceMarginVnd,
    tradingPowerVnd: equityVnd + lossVnd - maintenanceMarginVnd,
  };
}

/** The largest amount that every store and JSON number represents exactly: 2^53 − 1. */
export const amountVndMax = 9_007_199_254_740_991n;

/** A position and the range of its unit price, both ends included. */
export type RangedPosition = {
  readonly symbol: string;
  readonly position: Position;
  /** Default: the highest possible rates, so that no change of rates makes an amount larger. */
  readonly rates?: Rates | undefined;
  readonly unitVndMin: bigint;
  readonly unitVndMax: bigint;
};

/** The highest possible rates. */
const largestRates: Rates = {
  marginRatio: oneMillionths,
  marginCallRate: oneMillionths,
  forceCloseRate: oneMillionths,
};

/**
 * Computes the largest possible size of each amount of an account and its positions, at any prices within the ranges. The keys name the amounts; each value is the one furthest from 0.
 */
export function largestAmounts(
  equityVnd: bigint,
  positions: readonly RangedPosition[],
): ReadonlyMap<string, bigint> {
  const amounts = new Map([["total equity", equityVnd]]);
  let requirementVnd = 0n;
  let coveredVnd = 0n;
  let lossVnd = 0n;
  let gainVnd = 0n;
  let lossAndRequirementVnd = 0n;
  for (const { symbol, position, rates = largestRates, unitVndMin, unitVndMax } of positions) {
    // Every amount is monotonic in the price, so its extremes are at the ends of the range.
    const low = figuresOfPosition(position, rates, unitVndMin);
    const high = figuresOfPosition(position, rates, unitVndMax);
    const fullCoversVnd = [unitVndMin, unitVndMax].map((unitVnd) =>
      coverToReach(position, unitVnd, oneMillionths),
    );
    const leastVnd = minOf(low.unrealizedVnd, high.unrealizedVnd);
    const mostVnd = maxOf(low.unrealizedVnd, high.unrealizedVnd);
    amounts.set(`entry value of ${symbol}`, position.entryVnd);
    amounts.set(`market value of ${symbol}`, high.marketVnd);
    amounts.set(`unrealised result of ${symbol}`, furthestFromZero(leastVnd, mostVnd));
    amounts.set(`full cover of ${symbol}`, fullCoversVnd.reduce(maxOf));
    requirementVnd += high.requirementVnd;
    coveredVnd += position.coveredVnd;
    lossVnd += leastVnd;
    gainVnd += mostVnd;
    lossAndRequirementVnd += minOf(
      low.unrealizedVnd - low.requirementVnd,
      high.unrealizedVnd - high.requirementVnd,
    );
  }
  amounts.set("sum of unrealised results", furthestFromZero(lossVnd, gainVnd));
  amounts.set("maintenance margin", requirementVnd + coveredVnd);
  // The largest trading power is the equity. At the smallest, all results together are a loss, or they do not count.
  amounts.set("trading power", equityVnd - coveredVnd + minOf(-requirementVnd, lossAndRequirementVnd));
  return amounts;
}

/** Whether an amount is outside ±`amountVndMax`. */
export function isTooLarge(amountVnd: bigint): boolean {
  return amountVnd > amountVndMax || amountVnd < -amountVndMax;
}

function furthestFromZero(one: bigint, other: bigint): bigint {
  return -one > other ? one : other;
}

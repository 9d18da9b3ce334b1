import { figuresOfPosition } from "./figures-of-position.ts";
import { leastOf, mostOf } from "./least-of.ts";
import type { Position } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

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

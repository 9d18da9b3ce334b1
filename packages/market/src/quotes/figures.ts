import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { QuoteSnapshot, Sentiment, TradeTotal } from "./messages.ts";

/** What some trades of an instrument come to. */
export type TradeFigures = {
  readonly quantity: number;
  readonly tradeCount: number;
  /** The average price to two places, half rounded up; undefined where nothing was traded. */
  readonly averagePrice: Price | undefined;
  /** In thousandths of a VND. */
  readonly value: bigint;
};

/** Who has been trading into whom. */
export type Trend = {
  readonly bought: TradeFigures;
  readonly sold: TradeFigures;
  /** The shares of what both sides traded, in thousandths of a percent. */
  readonly boughtPercent: bigint;
  readonly soldPercent: bigint;
  /** How much more was bought than sold, in thousandths of a VND. */
  readonly gapValue: bigint;
};

const wholePercent = 100_000n;

/** Gives what some trades of an instrument come to. */
export function figuresOf(
  { contractSize = 1n }: Instrument,
  { quantity, turnover, tradeCount }: TradeTotal,
): TradeFigures {
  const averagePrice = quantity === 0 ? undefined : 10n * divideHalfUp(turnover, 10n * BigInt(quantity));
  return { quantity, tradeCount, averagePrice, value: turnover * contractSize };
}

/** Gives who has been trading into whom; trades of an auction have no such side, and alone make no trend. */
export function trendOf(
  instrument: Instrument,
  { bought, sold }: Pick<QuoteSnapshot, "bought" | "sold">,
): Trend | undefined {
  if (bought.tradeCount + sold.tradeCount === 0) return undefined;
  const boughtPercent = percentOf(bought.turnover, bought.turnover + sold.turnover);
  const sides = { bought: figuresOf(instrument, bought), sold: figuresOf(instrument, sold) };
  const gapValue = sides.bought.value - sides.sold.value;
  return { ...sides, boughtPercent, soldPercent: wholePercent - boughtPercent, gapValue };
}

/** Gives how the crowd leans, in thousandths of a percent; undefined where nobody leans at all. */
export function leaningOf({
  bullishCount,
  bearishCount,
}: Sentiment): { readonly bullishPercent: bigint; readonly bearishPercent: bigint } | undefined {
  if (bullishCount + bearishCount === 0) return undefined;
  const bullishPercent = percentOf(BigInt(bullishCount), BigInt(bullishCount) + BigInt(bearishCount));
  return { bullishPercent, bearishPercent: wholePercent - bullishPercent };
}

/** Gives a part of a sum above 0 in thousandths of a percent, to two places, half rounded up. */
function percentOf(part: bigint, sum: bigint): bigint {
  return 10n * divideHalfUp(part * 10_000n, sum);
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

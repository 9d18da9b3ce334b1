import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { QuoteSnapshot, Sentiment, TradeTotal } from "./messages.ts";

/** Sums and averages over some trades of an instrument. */
export type TradeFigures = {
  readonly quantity: number;
  readonly tradeCount: number;
  /** The average price to two decimals, half rounded up; undefined without trades. */
  readonly averagePrice: Price | undefined;
  /** In thousandths of a VND. */
  readonly value: bigint;
};

/** The trades of a day by the side that initiated them. */
export type Trend = {
  readonly bought: TradeFigures;
  readonly sold: TradeFigures;
  /** The share of each side in the turnover of both, in thousandths of a percent. */
  readonly boughtPercent: bigint;
  readonly soldPercent: bigint;
  /** The bought value minus the sold value, in thousandths of a VND. */
  readonly gapValue: bigint;
};

const wholePercent = 100_000n;

export function figuresOf(
  { contractSize = 1n }: Instrument,
  { quantity, turnover, tradeCount }: TradeTotal,
): TradeFigures {
  const averagePrice = quantity === 0 ? undefined : 10n * divideHalfUp(turnover, 10n * BigInt(quantity));
  return { quantity, tradeCount, averagePrice, value: turnover * contractSize };
}

/** Computes the trend. Auction trades have no initiating side; with only those it is undefined. */
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

/** The bullish and the bearish share in thousandths of a percent; undefined if both counts are 0. */
export function sentimentSharesOf({
  bullishCount,
  bearishCount,
}: Sentiment): { readonly bullishPercent: bigint; readonly bearishPercent: bigint } | undefined {
  if (bullishCount + bearishCount === 0) return undefined;
  const bullishPercent = percentOf(BigInt(bullishCount), BigInt(bullishCount) + BigInt(bearishCount));
  return { bullishPercent, bearishPercent: wholePercent - bullishPercent };
}

/** The share of a part in a sum above 0, in thousandths of a percent, half rounded up to two decimals. */
function percentOf(part: bigint, sum: bigint): bigint {
  return 10n * divideHalfUp(part * 10_000n, sum);
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

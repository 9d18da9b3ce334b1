import type { Instrument } from "../instrument.ts";
import type { TradeTotal } from "./market-message.ts";
import type { Quote } from "./quote.ts";
import { renderAverageDecimal, renderDecimal } from "./render-decimal.ts";
import type { RenderedInstrument } from "./render-instrument.ts";
import { renderShares } from "./render-shares.ts";

/** What one of a trend's sides is made of besides its trades. */
type TrendSide = { readonly way: 1 | -1; readonly symbol: string; readonly contractSize: bigint };

/** Writes who has been trading into whom; trades of an auction have no such side, and alone make no trend. */
export function renderTrend(instrument: Instrument, { symbol }: RenderedInstrument, quote: Quote): string {
  const { bought, sold } = quote;
  if (bought.tradeCount + sold.tradeCount === 0) return "null";
  const { contractSize = 1n } = instrument;
  const [buyUpPct, sellDownPct] = renderShares(bought.turnover, sold.turnover);
  const buyUp = renderSide(bought, { way: 1, symbol, contractSize });
  const sellDown = renderSide(sold, { way: -1, symbol, contractSize });
  const gapValue = renderDecimal((bought.turnover - sold.turnover) * contractSize);
  return `{"buyUp":${buyUp},"sellDown":${sellDown},"buyUpPct":${buyUpPct},"sellDownPct":${sellDownPct},"gapValue":${gapValue}}`;
}

function renderSide(total: TradeTotal, { way, symbol, contractSize }: TrendSide): string {
  const { quantity, turnover, tradeCount } = total;
  // A side without a trade has no average price.
  const average = quantity === 0 ? "" : `"vwapPrice":${renderAverageDecimal(turnover, quantity)},`;
  const value = renderDecimal(turnover * contractSize);
  return `{"symbol":${symbol},"way":${way},${average}"totalValue":${value},"totalVol":${quantity},"tradeCount":${tradeCount}}`;
}

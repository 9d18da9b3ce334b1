import type { Instrument } from "../instrument.ts";
import { averageOf } from "./average-of.ts";
import type { JsonRoom } from "./json-room.ts";
import type { TradeTotal } from "./market-message.ts";
import type { Quote } from "./quote.ts";
import type { RenderedInstrument } from "./render-instrument.ts";
import { shareOf, wholeShare } from "./share-of.ts";

/** What one of a trend's sides is made of besides its trades. */
type TrendSide = { readonly way: 1 | -1; readonly symbol: string; readonly contractSize: bigint };

/** Writes who has been trading into whom; trades of an auction have no such side, and alone make no trend. */
export function renderTrend(
  room: JsonRoom,
  instrument: Instrument,
  { symbol }: RenderedInstrument,
  { bought, sold }: Quote,
): void {
  if (bought.tradeCount + sold.tradeCount === 0) {
    room.text("null");
    return;
  }
  const { contractSize = 1n } = instrument;
  const buyUp = shareOf(bought.turnover, bought.turnover + sold.turnover);
  room.text('{"buyUp":');
  renderSide(room, bought, { way: 1, symbol, contractSize });
  room.text(',"sellDown":');
  renderSide(room, sold, { way: -1, symbol, contractSize });
  room
    .text(',"buyUpPct":')
    .decimal(buyUp)
    .text(',"sellDownPct":')
    .decimal(wholeShare - buyUp);
  const gap = (bought.turnover - sold.turnover) * contractSize;
  room.text(',"gapValue":').decimal(gap).text("}");
}

function renderSide(
  room: JsonRoom,
  { quantity, turnover, tradeCount }: TradeTotal,
  { way, symbol, contractSize }: TrendSide,
): void {
  room.text('{"symbol":').text(symbol).text(',"way":').number(way).text(",");
  // A side without a trade has no average price.
  if (quantity !== 0) room.text('"vwapPrice":').decimal(averageOf(turnover, quantity)).text(",");
  room.text('"totalValue":').decimal(turnover * contractSize);
  room.text(',"totalVol":').number(quantity).text(',"tradeCount":').number(tradeCount).text("}");
}

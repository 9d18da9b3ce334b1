import type { Instrument } from "../instrument.ts";
import type { JsonRoom } from "./json-room.ts";
import type { Quote } from "./quote.ts";
import { renderDepth } from "./render-depth.ts";
import { renderInfo } from "./render-info.ts";
import type { RenderedInstrument } from "./render-instrument.ts";
import { renderSentiment } from "./render-sentiment.ts";
import { renderTrend } from "./render-trend.ts";

/** Writes what the market says of an instrument, as JSON that follows its head; what nobody has told is null. */
export function renderTail(
  room: JsonRoom,
  instrument: Instrument,
  rendered: RenderedInstrument,
  quote: Quote | undefined,
): void {
  // Depth, sentiment and news may be told before any quote is.
  const isQuoted = quote !== undefined && quote.quotedSeq > 0;
  room.text('"sentiment":');
  if (quote?.sentiment) renderSentiment(room, quote.sentiment);
  else room.text("null");
  room.text(',"info":');
  if (isQuoted) renderInfo(room, instrument, rendered, quote);
  else room.text("null");
  room.text(',"depth":');
  if (quote?.depth) renderDepth(room, rendered, quote.depth);
  else room.text("null");
  room.text(',"trend":');
  if (isQuoted) renderTrend(room, instrument, rendered, quote);
  else room.text("null");
  room.text("}");
}

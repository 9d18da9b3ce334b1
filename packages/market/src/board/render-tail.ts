import type { Instrument } from "../instrument.ts";
import type { Quote } from "./quote.ts";
import { renderDepth } from "./render-depth.ts";
import { renderInfo } from "./render-info.ts";
import type { RenderedInstrument } from "./render-instrument.ts";
import { renderSentiment } from "./render-sentiment.ts";
import { renderTrend } from "./render-trend.ts";

/**
 * Writes what the market says of an instrument, as JSON that follows its head; what nobody has told is null. Names with
 * accents are all in the head: without them the rest is encoded in half the time.
 */
export function renderTail(
  instrument: Instrument,
  rendered: RenderedInstrument,
  quote: Quote | undefined,
): string {
  const sentiment = quote?.sentiment ? renderSentiment(quote.sentiment) : "null";
  // Depth, sentiment and news may be told before any quote is.
  const isQuoted = quote !== undefined && quote.quotedSeq > 0;
  const info = isQuoted ? renderInfo(instrument, rendered, quote) : "null";
  const depth = quote?.depth ? renderDepth(rendered, quote.depth) : "null";
  const trend = isQuoted ? renderTrend(instrument, rendered, quote) : "null";
  return `"sentiment":${sentiment},"info":${info},"depth":${depth},"trend":${trend}}`;
}

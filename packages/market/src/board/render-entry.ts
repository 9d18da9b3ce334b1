import type { Instrument } from "../instrument.ts";
import { encodeUtf8 } from "./encode-utf8.ts";
import type { Quote } from "./quote.ts";
import { renderDepth } from "./render-depth.ts";
import { renderInfo } from "./render-info.ts";
import type { RenderedInstrument } from "./render-instrument.ts";
import { renderSentiment } from "./render-sentiment.ts";
import { renderTrend } from "./render-trend.ts";

/**
 * Writes an instrument and what the market says of it, as JSON in UTF-8; what nobody has told is null. Names with
 * accents are all in the head: without them the rest is encoded in half the time.
 */
export function renderEntry(
  instrument: Instrument,
  rendered: RenderedInstrument,
  quote: Quote | undefined,
): Uint8Array<ArrayBuffer> {
  const { head } = rendered;
  const tail = encodeUtf8(renderTail(instrument, rendered, quote));
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function renderTail(instrument: Instrument, rendered: RenderedInstrument, quote: Quote | undefined): string {
  const sentiment = quote?.sentiment ? renderSentiment(quote.sentiment) : "null";
  // Depth, sentiment and news may be told before any quote is.
  const isQuoted = quote !== undefined && quote.quotedSeq > 0;
  const info = isQuoted ? renderInfo(instrument, rendered, quote) : "null";
  const depth = quote?.depth ? renderDepth(rendered, quote.depth) : "null";
  const trend = isQuoted ? renderTrend(instrument, rendered, quote) : "null";
  return `"sentiment":${sentiment},"info":${info},"depth":${depth},"trend":${trend}}`;
}

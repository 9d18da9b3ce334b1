import type { Instrument } from "../instrument.ts";
import type { Session } from "../session-of.ts";
import type { Quote } from "./quote.ts";
import { renderAverageDecimal, renderDecimal } from "./render-decimal.ts";
import { boardId, type RenderedInstrument } from "./render-instrument.ts";

/** What the exchanges call their sessions; a halted symbol has a code of its own. */
const sessionCodes: Readonly<Record<Session, string>> = {
  "opening-auction": '"10"',
  continuous: '"40"',
  "closing-auction": '"30"',
  "post-close": '"60"',
  closed: '"99"',
};
const sessionCodeHalted = '"90"';

/** Writes the quote of an instrument, without what has no meaning for it or has not come about yet. */
export function renderInfo(instrument: Instrument, rendered: RenderedInstrument, quote: Quote): string {
  const { quantity, turnover } = quote.total;
  const { quoteId, symbol, bounds } = rendered;
  const identity = `"id":${quoteId},"seq":${quote.quotedSeq},"time":${quote.quotedAtMs},"symbol":${symbol}`;
  return (
    `{${identity},"boardID":"${boardId}",${bounds}` +
    renderPrices(quote) +
    (quantity === 0 ? "" : `,"vWAP":${renderAverageDecimal(turnover, quantity)}`) +
    `,"totVol":${quantity},"totVal":${renderDecimal(turnover * (instrument.contractSize ?? 1n))}` +
    renderSession(quote) +
    (instrument.type === "future" && quote.openInterest !== undefined
      ? `,"openInterest":${quote.openInterest}}`
      : "}")
  );
}

function renderPrices(quote: Quote): string {
  const { lastPrice, lastQuantity, openPrice, closePrice, highPrice, lowPrice } = quote;
  const last = lastPrice === undefined ? "" : `,"lsPrc":${renderDecimal(lastPrice)},"lsVol":${lastQuantity}`;
  const open = openPrice === undefined ? "" : `,"openPrc":${renderDecimal(openPrice)}`;
  const close = closePrice === undefined ? "" : `,"closePrc":${renderDecimal(closePrice)}`;
  const high = highPrice === undefined ? "" : `,"highPrc":${renderDecimal(highPrice)}`;
  const low = lowPrice === undefined ? "" : `,"lowPrc":${renderDecimal(lowPrice)}`;
  return `${last}${open}${close}${high}${low}`;
}

function renderSession({ isHalted, session }: Quote): string {
  if (isHalted) return `,"tradingSession":${sessionCodeHalted}`;
  return session === undefined ? "" : `,"tradingSession":${sessionCodes[session]}`;
}

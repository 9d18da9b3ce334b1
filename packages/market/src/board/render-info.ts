import type { Instrument } from "../instrument.ts";
import type { Session } from "../session-of.ts";
import { averageOf } from "./average-of.ts";
import type { JsonRoom } from "./json-room.ts";
import type { Quote } from "./quote.ts";
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
export function renderInfo(
  room: JsonRoom,
  instrument: Instrument,
  { quoteId, symbol, bounds }: RenderedInstrument,
  quote: Quote,
): void {
  const { quantity, turnover } = quote.total;
  room.text('{"id":').text(quoteId).text(',"seq":').number(quote.quotedSeq);
  room.text(',"time":').number(quote.quotedAtMs).text(',"symbol":').text(symbol);
  room.text(`,"boardID":"${boardId}",`).text(bounds);
  renderPrices(room, quote);
  if (quantity !== 0) room.text(',"vWAP":').decimal(averageOf(turnover, quantity));
  room.text(',"totVol":').number(quantity);
  room.text(',"totVal":').decimal(turnover * (instrument.contractSize ?? 1n));
  renderSession(room, quote);
  if (instrument.type === "future" && quote.openInterest !== undefined) {
    room.text(',"openInterest":').number(quote.openInterest);
  }
  room.text("}");
}

function renderPrices(room: JsonRoom, quote: Quote): void {
  const { lastPrice, lastQuantity, openPrice, closePrice, highPrice, lowPrice } = quote;
  if (lastPrice !== undefined) {
    room
      .text(',"lsPrc":')
      .decimal(lastPrice)
      .text(',"lsVol":')
      .number(lastQuantity ?? 0);
  }
  if (openPrice !== undefined) room.text(',"openPrc":').decimal(openPrice);
  if (closePrice !== undefined) room.text(',"closePrc":').decimal(closePrice);
  if (highPrice !== undefined) room.text(',"highPrc":').decimal(highPrice);
  if (lowPrice !== undefined) room.text(',"lowPrc":').decimal(lowPrice);
}

function renderSession(room: JsonRoom, { isHalted, session }: Quote): void {
  if (isHalted) room.text(',"tradingSession":').text(sessionCodeHalted);
  else if (session !== undefined) room.text(',"tradingSession":').text(sessionCodes[session]);
}

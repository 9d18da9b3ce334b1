import { JsonRoom } from "./json-room.ts";
import type { BookLevel, QuoteDepth, QuoteSentiment, QuoteSnapshot, TradeTotal } from "./market-message.ts";

/**
 * Writes all that is known of a symbol as JSON to be kept, which `readQuote` reads back. Prices and turnovers are
 * thousandths as decimal texts, since a number of JSON would round them. Put together by hand, since thousands
 * are written a second; whoever writes many has one room for all of them.
 */
export function renderQuote(quote: QuoteSnapshot, room: JsonRoom = new JsonRoom()): string {
  room.begin().text('{"date":"').text(quote.date).text('"');
  renderExactly(room, ',"referencePrice":"', quote.referencePrice);
  if (quote.session !== undefined) room.text(',"session":"').text(quote.session).text('"');
  room.text(quote.isHalted ? ',"isHalted":true' : ',"isHalted":false');
  renderPrices(room, quote);
  renderTotal(room, ',"total":', quote.total);
  renderTotal(room, ',"bought":', quote.bought);
  renderTotal(room, ',"sold":', quote.sold);
  renderNumber(room, ',"openInterest":', quote.openInterest);
  if (quote.depth !== undefined) renderDepth(room, quote.depth);
  if (quote.sentiment !== undefined) renderSentiment(room, quote.sentiment);
  room.text(',"news":').text(quote.news.length === 0 ? "[]" : JSON.stringify(quote.news));
  room.text(',"quotedSeq":').number(quote.quotedSeq).text(',"quotedAtMs":').number(quote.quotedAtMs);
  return room.text("}").toText();
}

function renderPrices(room: JsonRoom, quote: QuoteSnapshot): void {
  renderExactly(room, ',"lastPrice":"', quote.lastPrice);
  renderNumber(room, ',"lastQuantity":', quote.lastQuantity);
  renderNumber(room, ',"lastTradedAtMs":', quote.lastTradedAtMs);
  renderExactly(room, ',"openPrice":"', quote.openPrice);
  renderExactly(room, ',"closePrice":"', quote.closePrice);
  renderExactly(room, ',"highPrice":"', quote.highPrice);
  renderExactly(room, ',"lowPrice":"', quote.lowPrice);
}

function renderExactly(room: JsonRoom, name: string, thousandths: bigint | undefined): void {
  if (thousandths !== undefined) room.text(name).exact(thousandths).text('"');
}

function renderNumber(room: JsonRoom, name: string, value: number | undefined): void {
  if (value !== undefined) room.text(name).number(value);
}

function renderTotal(room: JsonRoom, name: string, { quantity, turnover, tradeCount }: TradeTotal): void {
  room.text(name).text('{"quantity":').number(quantity).text(',"turnover":"').exact(turnover);
  room.text('","tradeCount":').number(tradeCount).text("}");
}

function renderDepth(room: JsonRoom, { seq, atMs, bids, asks }: QuoteDepth): void {
  room.text(',"depth":{"seq":').number(seq).text(',"atMs":').number(atMs).text(',"bids":[');
  renderLevels(room, bids);
  room.text('],"asks":[');
  renderLevels(room, asks);
  room.text("]}");
}

function renderLevels(room: JsonRoom, levels: readonly BookLevel[]): void {
  for (let i = 0; i < levels.length; i += 1) {
    const { price, quantity } = levels[i] as BookLevel;
    room.text(i === 0 ? '{"price":"' : ',{"price":"').exact(price);
    room.text('","quantity":').number(quantity).text("}");
  }
}

function renderSentiment(room: JsonRoom, { bullishCount, bearishCount, atMs }: QuoteSentiment): void {
  room.text(',"sentiment":{"bullishCount":').number(bullishCount);
  room.text(',"bearishCount":').number(bearishCount).text(',"atMs":').number(atMs).text("}");
}

import type { BookLevel, QuoteDepth, QuoteSentiment, QuoteSnapshot, TradeTotal } from "./market-message.ts";
import { renderMembers } from "./render-members.ts";

/**
 * Writes all that is known of a symbol as JSON to be kept, which `readQuote` reads back. Prices and turnovers are
 * thousandths as decimal texts, since a number of JSON would round them. Put together by hand, since thousands
 * are written a second.
 */
export function renderQuote(quote: QuoteSnapshot): string {
  const members = renderMembers({
    date: `"${quote.date}"`,
    referencePrice: renderExactly(quote.referencePrice),
    session: quote.session && `"${quote.session}"`,
    isHalted: `${quote.isHalted}`,
    lastPrice: renderExactly(quote.lastPrice),
    lastQuantity: quote.lastQuantity?.toString(),
    lastTradedAtMs: quote.lastTradedAtMs?.toString(),
    openPrice: renderExactly(quote.openPrice),
    closePrice: renderExactly(quote.closePrice),
    highPrice: renderExactly(quote.highPrice),
    lowPrice: renderExactly(quote.lowPrice),
    total: renderTotal(quote.total),
    bought: renderTotal(quote.bought),
    sold: renderTotal(quote.sold),
    openInterest: quote.openInterest?.toString(),
    depth: quote.depth && renderDepth(quote.depth),
    sentiment: quote.sentiment && renderSentiment(quote.sentiment),
    news: JSON.stringify(quote.news),
    quotedSeq: `${quote.quotedSeq}`,
    quotedAtMs: `${quote.quotedAtMs}`,
  });
  return `{${members}}`;
}

function renderExactly(thousandths: bigint | undefined): string | undefined {
  return thousandths === undefined ? undefined : `"${digitsOf(thousandths)}"`;
}

/** Nearly every price is small, and a small number is written several times as fast. */
function digitsOf(thousandths: bigint): string {
  const small = Number(thousandths);
  return Number.isSafeInteger(small) ? `${small}` : `${thousandths}`;
}

function renderTotal({ quantity, turnover, tradeCount }: TradeTotal): string {
  return `{"quantity":${quantity},"turnover":"${digitsOf(turnover)}","tradeCount":${tradeCount}}`;
}

function renderDepth({ seq, atMs, bids, asks }: QuoteDepth): string {
  return `{"seq":${seq},"atMs":${atMs},"bids":[${renderLevels(bids)}],"asks":[${renderLevels(asks)}]}`;
}

function renderLevels(levels: readonly BookLevel[]): string {
  return levels
    .map(({ price, quantity }) => `{"price":"${digitsOf(price)}","quantity":${quantity}}`)
    .join(",");
}

function renderSentiment({ bullishCount, bearishCount, atMs }: QuoteSentiment): string {
  return `{"bullishCount":${bullishCount},"bearishCount":${bearishCount},"atMs":${atMs}}`;
}

import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** A quote. The store does not interpret its snapshot. */
export function makeQuote(symbol: string, atMs: number, members: Partial<QuoteRecord> = {}): QuoteRecord {
  return {
    symbol,
    atMs,
    seq: 1,
    day: `{"day":"${atMs}"}`,
    snapshot: `{"of":"${symbol} at ${atMs}"}`,
    ...members,
  };
}

/** Quotes of the symbols S00000, S00001 and so on. */
export function makeQuotes(count: number, atMs: number): QuoteRecord[] {
  return Array.from({ length: count }, (_, index) => makeQuote(`S${String(index).padStart(5, "0")}`, atMs));
}

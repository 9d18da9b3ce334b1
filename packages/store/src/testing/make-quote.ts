import type { QuoteRecord } from "@trading-oms/brokerage/ports";

/** A quote as it is kept, with what the store does not look into. */
export function makeQuote(symbol: string, atMs: number, members: Partial<QuoteRecord> = {}): QuoteRecord {
  return { symbol, atMs, seq: 1, snapshot: `{"of":"${symbol} at ${atMs}"}`, ...members };
}

/** The symbols S00000 and on. */
export function makeQuotes(count: number, atMs: number): QuoteRecord[] {
  return Array.from({ length: count }, (_, index) => makeQuote(`S${String(index).padStart(5, "0")}`, atMs));
}

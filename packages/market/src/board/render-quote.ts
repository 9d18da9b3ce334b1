import type { QuoteSnapshot } from "./market-message.ts";

/**
 * Writes all that is known of a symbol as JSON to be kept, which `readQuote` reads back. Prices and turnovers are
 * thousandths as decimal texts, since a number of JSON would round them.
 */
export function renderQuote(quote: QuoteSnapshot): string {
  return JSON.stringify(quote, renderExactly);
}

function renderExactly(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

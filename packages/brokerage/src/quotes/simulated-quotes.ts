/** How the text of a stored quote tells that it is simulated. Readers of the quote are not affected. */

const sign = '{"isPlayed":true,';

/** Marks the text of a quote as simulated. */
export function markSimulated(quote: string): string {
  return `${sign}${quote.slice(1)}`;
}

/** Whether the text of a quote is marked as simulated. */
export function isSimulatedQuote(quote: string): boolean {
  return quote.startsWith(sign);
}

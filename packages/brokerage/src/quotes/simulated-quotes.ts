/** How the text of a stored quote tells that it is simulated. Readers of the quote are not affected. */

const sign = '{"isPlayed":true,';

export function markSimulated(quote: string): string {
  return `${sign}${quote.slice(1)}`;
}

export function isSimulatedQuote(quote: string): boolean {
  return quote.startsWith(sign);
}

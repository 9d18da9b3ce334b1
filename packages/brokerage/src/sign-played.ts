const sign = '{"isPlayed":true,';

/** Marks the text of a quote as one of an exchange that was only played; whoever reads quotes finds it as it was. */
export function signPlayed(quote: string): string {
  return `${sign}${quote.slice(1)}`;
}

/** Whether the text of a quote was marked so. */
export function isSignedPlayed(quote: string): boolean {
  return quote.startsWith(sign);
}

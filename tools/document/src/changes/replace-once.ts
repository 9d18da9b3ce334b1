/** Replaces a piece that has to stand in a text exactly once, so that no test changes less than it says. */
export function replaceOnce(text: string, piece: string, replacement: string): string {
  const parts = text.split(piece);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(piece)} stands ${parts.length - 1} times.`);
  return parts.join(replacement);
}

/** Replaces a piece that occurs exactly once in a text; throws otherwise. */
export function replaceOnce(text: string, piece: string, replacement: string): string {
  const parts = text.split(piece);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(piece)} stands ${parts.length - 1} times.`);
  return parts.join(replacement);
}

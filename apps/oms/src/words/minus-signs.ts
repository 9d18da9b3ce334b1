/** The sign of subtraction, which no option begins with. */
const minus = "\u2212";

/** Keeps a number below 0 from being taken for an option: a position of -2 is a short one. */
export function withMinusSigns(words: readonly string[]): string[] {
  return words.map((word) => (/^-[0-9]/.test(word) ? `${minus}${word.slice(1)}` : word));
}

/** Gives the number as it was written. */
export function withoutMinusSigns(word: string): string {
  return word.startsWith(minus) ? `-${word.slice(minus.length)}` : word;
}

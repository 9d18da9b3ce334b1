import { foldText } from "../print/fold-text.ts";

/** Words or phrases, found by their letters without accents and spaces, which recognition loses; those of the same letters stand in the order they were given. */
export type Lexicon = ReadonlyMap<string, readonly string[]>;

/** Makes a lexicon of a list. */
export function makeLexicon(entries: Iterable<string>): Lexicon {
  const lexicon = new Map<string, string[]>();
  for (const entry of new Set(entries)) {
    const letters = lettersOf(entry);
    const known = lexicon.get(letters);
    if (known === undefined) lexicon.set(letters, [entry]);
    else known.push(entry);
  }
  return lexicon;
}

/** What an entry is found by. An i that ends a syllable alone is also written y: Lục Sĩ Thành or Lục Sỹ Thành. */
export function lettersOf(entry: string): string {
  return foldText(entry).toLowerCase().replaceAll(endingY, "$1i").replaceAll(" ", "");
}

const endingY = /(?<![a-z])(qu|[bcdghklmnpqrstvx]+)y(?![a-z])/g;

import type { SearchEntry } from "@trading-oms/market";
import { type Dice, makeDice } from "./catalog.ts";

/** A term. If it has a typing error, `wanted` is the intended symbol or word. */
export type SearchQuery = {
  readonly term: string;
  readonly wanted?: string;
};

/** Makes a number of queries of each kind in mixed order; deterministic. */
export function makeSearchQueries(catalog: readonly SearchEntry[], countOfKind: number): SearchQuery[] {
  const dice = makeDice(catalog.length + 1);
  return Array.from({ length: countOfKind }, () =>
    Object.values(makers).map((make) => make(dice, dice.pick(catalog))),
  ).flat();
}

/** Removes accents and case, as text is typed without a Vietnamese keyboard. */
export function typePlainly(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[đĐ]/g, "d").toLowerCase();
}

/**
 * The terms that a search box sends while people type, one per key. Every kind of query has the same number of people.
 */
export function makeTypedTerms(catalog: readonly SearchEntry[], peopleOfKind: number): string[] {
  return makeSearchQueries(catalog, peopleOfKind).flatMap(({ term }) => {
    const characters = [...term];
    return characters.flatMap((character, i) => {
      // A trailing space does not change the search.
      return character === " " ? [] : [characters.slice(0, i + 1).join("")];
    });
  });
}

/** The kinds of queries that people type. */
const makers: Readonly<Record<string, (dice: Dice, entry: SearchEntry) => SearchQuery>> = {
  symbol: (_, { symbol }) => ({ term: symbol.toLowerCase() }),
  "beginning of a symbol": (dice, { symbol }) => ({
    term: symbol.slice(0, 1 + dice.below(symbol.length - 1)).toLowerCase(),
  }),
  "beginning of a word": (dice, entry) => {
    const word = dice.pick(wordsOf(entry));
    return { term: word.slice(0, Math.min(word.length, 2 + dice.below(4))) };
  },
  // Half of all people type with a Vietnamese keyboard.
  "words of a name": (dice, entry) => {
    const words = entry.companyName.split(" ");
    const first = dice.below(Math.max(1, words.length - 1));
    const typed = words.slice(first, first + 2 + dice.below(2)).join(" ");
    return { term: dice.below(2) === 0 ? typed : typePlainly(typed) };
  },
  "part of a word": (dice, entry) => {
    const word = dice.pick([...wordsOf(entry), entry.symbol.toLowerCase()]);
    const start = Math.min(1, word.length - 1);
    return { term: word.slice(start, start + 2 + dice.below(3)) };
  },
  "words in another order": (dice, entry) => {
    const words = wordsOf(entry);
    const first = 1 + dice.below(Math.max(1, words.length - 1));
    return { term: [words[first] ?? "", words[first - 1] ?? "", words[first + 1] ?? ""].join(" ").trim() };
  },
  "slip in a symbol": (dice, { symbol }) => ({ term: slip(dice, symbol.toLowerCase()), wanted: symbol }),
  "slip in a word": (dice, entry) => {
    const long = wordsOf(entry).filter((word) => /^[a-z]{4,}$/.test(word));
    const word = long.length === 0 ? "vinamilk" : dice.pick(long);
    return { term: slip(dice, word), wanted: word };
  },
  nothing: (dice) => ({ term: Array.from({ length: 6 + dice.below(4) }, () => dice.pick(keys)).join("") }),
};

const keys = [..."abcdefghijklmnopqrstuvwxyz0123456789%_ "];

function wordsOf({ companyName }: SearchEntry): string[] {
  return typePlainly(companyName)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** One typing error: a wrong, missing, additional or swapped letter. */
function slip(dice: Dice, word: string): string {
  const at = dice.below(word.length);
  const key = dice.pick(keys.slice(0, 26));
  const [before, hit, behind] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const slipped = dice.pick([
    before + key + behind,
    before + behind,
    before + key + hit + behind,
    before + behind.charAt(0) + hit + behind.slice(1),
  ]);
  return slipped === word || slipped.length < 2 ? slip(dice, word) : slipped;
}

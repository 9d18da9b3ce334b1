import type { SearchEntry } from "@trading-oms/market";
import { type Dice, makeDice } from "./search-catalog.ts";

/** What people type, by what they mean with it. */
const queryKinds = [
  "symbol",
  "beginning of a symbol",
  "beginning of a word",
  "words of a name",
  "part of a word",
  "words in another order",
  "slip in a symbol",
  "slip in a word",
  "nothing",
] as const;

/** A term, and where it has a slip what was meant: a symbol, or a word of the name. */
export type SearchQuery = {
  readonly kind: (typeof queryKinds)[number];
  readonly term: string;
  readonly wanted?: string;
};

/** Makes as many queries of each kind as asked for, in a mixed order; always the same. */
export function makeSearchQueries(catalog: readonly SearchEntry[], countOfKind: number): SearchQuery[] {
  const dice = makeDice(catalog.length + 1);
  return Array.from({ length: countOfKind }, () =>
    queryKinds.map((kind) => ({ kind, ...makers[kind](dice, dice.pick(catalog)) })),
  ).flat();
}

/** Text as it is compared here, and as it is typed without a Vietnamese keyboard. */
export function typePlainly(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[đĐ]/g, "d").toLowerCase();
}

/**
 * What a search box asks for while people type, key by key; each kind of query has as many people, so that slips and
 * several words have their share.
 */
export function makeTypedTerms(catalog: readonly SearchEntry[], peopleOfKind: number): string[] {
  return makeSearchQueries(catalog, peopleOfKind).flatMap(({ term }) => {
    const characters = [...term];
    return characters.flatMap((character, i) => {
      // A space alone changes nothing about what is looked for.
      return character === " " ? [] : [characters.slice(0, i + 1).join("")];
    });
  });
}

type Maker = (dice: Dice, entry: SearchEntry) => Omit<SearchQuery, "kind">;

const makers: Readonly<Record<SearchQuery["kind"], Maker>> = {
  symbol: (_, { symbol }) => ({ term: symbol.toLowerCase() }),
  "beginning of a symbol": (dice, { symbol }) => ({
    term: symbol.slice(0, 1 + dice.below(symbol.length - 1)).toLowerCase(),
  }),
  "beginning of a word": (dice, entry) => {
    const word = dice.pick(wordsOf(entry));
    return { term: word.slice(0, Math.min(word.length, 2 + dice.below(4))) };
  },
  // Half of all people have a Vietnamese keyboard, and use it.
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

/** One slip of the finger: another key, one too few, one too many, or two in the wrong order. */
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

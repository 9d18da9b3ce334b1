import { resolveKeystrokes } from "./keystrokes.ts";
import { type MatchRank, matchRanks } from "./match-rank.ts";
import { legalForms, otherMarkets, shareWords } from "./name-words.ts";
import { nearHitsMax, wordsAroundNameMax } from "./search-index.ts";
import type { SearchEntry } from "./search-row.ts";

/**
 * Creates a search that reads every instrument and sorts all matches. It is the reference implementation, written from the rules
 * and not from the code of the index. Tests and the bench require that both give the same answers.
 */
export function makePlainScan(
  entries: Iterable<SearchEntry>,
): (term: string, limit: number) => { readonly symbol: string; readonly rank: MatchRank }[] {
  const instruments = Array.from(entries, (entry) => {
    const company = foldPlainly(entry.companyName);
    const names = [
      company,
      dropLegalForm(company),
      ...[entry.name ?? "", ...(entry.aliases ?? [])].map(foldPlainly),
    ].filter((name) => name !== "");
    return {
      entry,
      symbol: foldPlainly(entry.symbol),
      ticker: foldPlainly(entry.tickerCode ?? ""),
      names,
      length: Math.min(...names.map((name) => name.length)),
      keys: new Set(names.map(makeKey).filter((key) => key !== "")),
      words: names.flatMap((name) => name.match(/[A-Z0-9\u0080-\u{10ffff}]+|[^ ]/gu) ?? []),
      keywords: (entry.keywords ?? []).map(foldPlainly),
    };
  });
  return (term, limit) => {
    const typed = foldPlainly(term);
    if (!term.isWellFormed() || typed === "" || [...typed].length > 100) return [];
    const withoutShare = dropShareWords(typed);
    const findWhole = (text: string) => {
      const whole = find(instruments, (instrument) => rankWhole(instrument, text));
      return whole.length > 0 ? whole : find(instruments, ({ names }) => rankJoined(names, text));
    };
    const wholeOf = [typed, withoutShare, resolveKeystrokes(withoutShare)].map((text) => ({
      text,
      whole: findWhole(text),
    }));
    const { text: sought, whole } = wholeOf.find((each) => each.whole.length > 0) ?? {
      text: withoutShare,
      whole: [],
    };
    const found = [...inOrder(whole)];
    const add = (rankOf: (instrument: PlainInstrument) => MatchRank | undefined, hitsMax: number) => {
      const known = new Set(found.map(({ instrument }) => instrument));
      const others = instruments.filter((instrument) => !known.has(instrument));
      found.push(...inOrder(find(others, rankOf)).slice(0, Math.max(0, hitsMax - found.length)));
    };
    add((instrument) => rankWords(instrument, sought), instruments.length);
    // Near matches come last, and only fill up the first ten hits.
    const inside = findInside(instruments, dropLegalForm(sought));
    add((instrument) => rankNear(instrument, sought, inside), Math.min(limit, nearHitsMax));
    const isNamed = ({ place }: PlainMatch) => place <= matchRanks.indexOf("name-start");
    const shown = otherMarkets.has(typed) ? found.filter(isNamed) : found;
    return shown.slice(0, limit).map(({ instrument, rank }) => ({ symbol: instrument.entry.symbol, rank }));
  };
}

function inOrder(found: PlainMatch[]): PlainMatch[] {
  return found.sort(
    (left, right) =>
      left.place - right.place ||
      (right.instrument.entry.weight ?? 0) - (left.instrument.entry.weight ?? 0) ||
      compare(left.instrument.length, right.instrument.length) ||
      compare(left.instrument.symbol, right.instrument.symbol) ||
      compare(left.instrument.entry.symbol, right.instrument.entry.symbol),
  );
}

type PlainInstrument = {
  readonly entry: SearchEntry;
  readonly symbol: string;
  readonly ticker: string;
  readonly names: readonly string[];
  /** The length of the shortest name. */
  readonly length: number;
  /** The names without legal form, spaces and punctuation. */
  readonly keys: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly keywords: readonly string[];
};

type PlainMatch = { readonly instrument: PlainInstrument; readonly rank: MatchRank; readonly place: number };

function find(
  instruments: readonly PlainInstrument[],
  rankOf: (instrument: PlainInstrument) => MatchRank | undefined,
): PlainMatch[] {
  return instruments.flatMap((instrument) => {
    const rank = rankOf(instrument);
    return rank === undefined ? [] : [{ instrument, rank, place: matchRanks.indexOf(rank) }];
  });
}

/** The ranks of a term as a whole, and of what is left of it without the legal form and without a keyword of the instrument. */
function rankWhole(instrument: PlainInstrument, sought: string): MatchRank | undefined {
  const { symbol, ticker, names, keywords } = instrument;
  const ranks = [
    rankInNames(instrument, sought),
    ...readRest(instrument, sought).map((rest) => rankRest(instrument, rest)),
  ];
  if (symbol === sought) ranks.push("exact-symbol");
  if (ticker === sought) ranks.push("exact-ticker");
  if (symbol.startsWith(sought)) ranks.push("symbol-prefix");
  if (keywords.includes(sought)) ranks.push("keyword");
  if (isAnywhere([symbol, ticker, ...names], sought)) ranks.push("substring");
  return matchRanks.find((rank) => ranks.includes(rank));
}

function rankJoined(names: readonly string[], sought: string): MatchRank | undefined {
  const letters = sought.replaceAll(separators, "");
  const isJoined = (name: string) =>
    !isSeparator(name.charAt(0)) && name.replaceAll(separators, "").startsWith(letters);
  return letters !== "" && names.some(isJoined) ? "joined" : undefined;
}

function rankRest(instrument: PlainInstrument, rest: string): MatchRank | undefined {
  if (instrument.symbol === rest) return "exact-symbol";
  return instrument.ticker === rest ? "exact-ticker" : rankInNames(instrument, rest);
}

/** What is left of a term without the legal form, and without a keyword of the instrument in front or behind. */
function readRest({ keywords }: PlainInstrument, sought: string): string[] {
  const rest = dropLegalForm(sought);
  const withoutKeyword = keywords.flatMap((keyword) => [
    ...(rest.startsWith(`${keyword} `) ? [rest.slice(keyword.length + 1)] : []),
    ...(rest.endsWith(` ${keyword}`) ? [rest.slice(0, -keyword.length - 1)] : []),
  ]);
  return [rest, ...withoutKeyword];
}

function rankInNames({ names, keys }: PlainInstrument, sought: string): MatchRank | undefined {
  if (keys.has(makeKey(sought))) return "whole-name";
  const endsWord = (name: string, at: number) =>
    at === name.length || isSeparator(name.charAt(at - 1)) || isSeparator(name.charAt(at));
  const places = names.flatMap((name) => placesOfWord(name, sought).map((at) => ({ name, at })));
  const whole = places.filter(({ name, at }) => endsWord(name, at + sought.length));
  if (whole.some(({ at }) => at === 0)) return "name-start";
  return whole.length > 0 ? "whole-words" : places.length > 0 ? "word-prefix" : undefined;
}

function rankWords({ symbol, ticker, names }: PlainInstrument, sought: string): MatchRank | undefined {
  const isStart = (part: string) =>
    symbol.startsWith(part) ||
    ticker.startsWith(part) ||
    names.some((name) => placesOfWord(name, part).length > 0);
  const areStarts = (text: string) => text.includes(" ") && text.split(" ").every(isStart);
  return [sought, dropLegalForm(sought)].some(areStarts) ? "word-starts" : undefined;
}

function rankNear(
  instrument: PlainInstrument,
  sought: string,
  inside: ReadonlySet<PlainInstrument>,
): MatchRank | undefined {
  const { symbol, ticker, names, keys, words } = instrument;
  if ([...sought].length >= 2 && isTypo(sought, symbol)) return "symbol-typo";
  const has = (part: string) => isAnywhere([symbol, ticker, ...names], part);
  const corrections = [sought, ...readRest(instrument, sought)].flatMap((text) =>
    text.split(" ").flatMap((part, place, parts) => {
      if ([...part].length < 3 || !parts.toSpliced(place, 1).every(has)) return [];
      return words.filter((word) => isTypo(part, word)).map((word) => parts.with(place, word));
    }),
  );
  const isNamed = (corrected: readonly string[]) =>
    corrected.length > 1 && names.some((name) => placesOfWord(name, corrected.join(" ")).length > 0);
  const isMistypedName = (text: string) =>
    [...keys].some((key) => key.length >= 4 && key.length <= 9 && isTypo(makeKey(text), key));
  if ([sought, ...readRest(instrument, sought)].some(isMistypedName)) return "name-typo";
  if (corrections.some(isNamed)) return "name-typo";
  if (inside.has(instrument)) return "name-inside";
  if (corrections.length > 0) return "word-typo";
  const isInParts = (text: string) => text.includes(" ") && text.split(" ").every(has);
  return [sought, dropLegalForm(sought)].some(isInParts) ? "word-parts" : undefined;
}

/** The instruments whose symbol, ticker code or name is the longest run of words inside of a term. */
function findInside(instruments: readonly PlainInstrument[], sought: string): ReadonlySet<PlainInstrument> {
  const parts = sought.split(" ");
  if (parts.length > wordsAroundNameMax) return new Set();
  for (let size = parts.length - 1; size > 0; size -= 1) {
    const runs = parts.flatMap((_, from) =>
      from + size > parts.length ? [] : [parts.slice(from, from + size).join(" ")],
    );
    const runKeys = runs.map(makeKey);
    const found = instruments.filter(
      ({ symbol, ticker, keys }) =>
        runs.includes(symbol) || runs.includes(ticker) || runKeys.some((key) => keys.has(key)),
    );
    if (found.length > 0) return new Set(found);
  }
  return new Set();
}

const separators = /[^A-Z0-9\u0080-\uffff]/g;

/** The letters and digits of a name without the legal form. */
const makeKey = remember((text) => dropLegalForm(text).replaceAll(separators, ""));

/** Drops the longest legal form at each place, word by word. */
const dropLegalForm = remember((text) => {
  if (!text.includes(" ")) return text;
  const marks = text.split(/([^A-Z0-9\u0080-\uffff])/);
  let rest = "";
  for (let at = 0; at < marks.length; ) {
    const form = longestForms.find((each) => each.every((mark, place) => marks[at + place] === mark));
    if (form === undefined) rest += marks[at];
    at += form?.length ?? 1;
  }
  return rest.replaceAll(separators, "") === "" ? text : rest.replaceAll(/ +/g, " ").trim();
});

/** Computes each result once. A scan needs the same ones for every instrument. */
function remember(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text) ?? compute(text);
    results.set(text, known);
    return known;
  };
}

const longestForms = [...legalForms]
  .map((form) => form.split(/( )/))
  .sort((one, other) => other.length - one.length);

/** Drops words that say "share" from the beginning, then from the end, as long as others remain. */
function dropShareWords(text: string): string {
  const front = longestFirst.find((words) => text.startsWith(`${words} `));
  if (front !== undefined) return dropShareWords(text.slice(front.length + 1));
  const back = longestFirst.find((words) => text.endsWith(` ${words}`));
  return back === undefined ? text : dropShareWords(text.slice(0, -back.length - 1));
}

const longestFirst = [...shareWords].sort((one, other) => other.length - one.length);

function isAnywhere(fields: readonly string[], part: string): boolean {
  return fields.some((field) => field.includes(part));
}

/** One typing error keeps at least one end of a longer word, and changes its length by at most one character. */
function isTypo(left: string, right: string): boolean {
  const isFar = Math.abs(left.length - right.length) > 2;
  const isLong = left.length > 4 && right.length > 4;
  if (isFar || (isLong && left.at(0) !== right.at(0) && left.at(-1) !== right.at(-1))) return false;
  return editDistance(left, right) === 1;
}

/** The places in a name at which a part stands at the beginning of a word. */
function placesOfWord(name: string, part: string): number[] {
  const places: number[] = [];
  for (let at = name.indexOf(part); at >= 0; at = name.indexOf(part, at + 1)) {
    if (at === 0 || isSeparator(part.charAt(0)) || isSeparator(name.charAt(at - 1))) places.push(at);
  }
  return places;
}

/** Whether a character separates words. Everything beyond ASCII counts as a letter. */
function isSeparator(character: string): boolean {
  return /[^A-Z0-9\u0080-\uffff]/.test(character);
}

/** The optimal string alignment distance, computed with the full table. */
function editDistance(left: string, right: string): number {
  const x = [...left];
  const y = [...right];
  const rows: number[][] = [y.map((_, j) => j).concat(y.length)];
  for (let i = 1; i <= x.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= y.length; j += 1) {
      const replaced = (rows[i - 1]?.[j - 1] ?? 0) + (x[i - 1] === y[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1]) {
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[x.length]?.[y.length] ?? 0;
}

function foldPlainly(text: string): string {
  const bare = text.toUpperCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("Đ", "D");
  const plain = bare.replaceAll(/\p{Pd}/gu, "-").replaceAll(/[\p{Pi}\p{Pf}]/gu, "'");
  return plain.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function compare<Value extends string | number>(left: Value, right: Value): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

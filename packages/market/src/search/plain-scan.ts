import { type MatchRank, matchRanks } from "./match-rank.ts";
import { type SearchEntry, typoHitsMax } from "./search-index.ts";

/**
 * Creates a search that reads every instrument and sorts all matches. It is the reference implementation, written from the rules
 * and not from the code of the index. Tests and the bench require that both give the same answers.
 */
export function makePlainScan(
  entries: Iterable<SearchEntry>,
): (term: string, limit: number) => { readonly symbol: string; readonly rank: MatchRank }[] {
  const instruments = Array.from(entries, (entry) => ({
    entry,
    symbol: foldPlainly(entry.symbol),
    ticker: foldPlainly(entry.tickerCode ?? ""),
    names: [entry.companyName, ...(entry.aliases ?? [])].map(foldPlainly),
  }));
  return (term, limit) => {
    const sought = foldPlainly(term);
    if (!term.isWellFormed() || sought === "" || [...sought].length > 100) return [];
    const found = inOrder(find(instruments, (instrument) => rankTrueMatch(instrument, sought)));
    const known = new Set(found.map(({ instrument }) => instrument));
    // Matches with a typing error come last, and only fill up the first ten hits.
    if (found.length < Math.min(limit, typoHitsMax)) {
      const others = instruments.filter((instrument) => !known.has(instrument));
      const mistyped = inOrder(find(others, (instrument) => rankTypo(instrument, sought)));
      found.push(...mistyped.slice(0, typoHitsMax - found.length));
    }
    return found.slice(0, limit).map(({ instrument, rank }) => ({ symbol: instrument.entry.symbol, rank }));
  };
}

function inOrder(found: PlainMatch[]): PlainMatch[] {
  return found.sort(
    (left, right) =>
      left.place - right.place ||
      (right.instrument.entry.tradedValue ?? 0) - (left.instrument.entry.tradedValue ?? 0) ||
      compare(left.instrument.symbol, right.instrument.symbol) ||
      compare(left.instrument.entry.symbol, right.instrument.entry.symbol),
  );
}

type PlainInstrument = {
  readonly entry: SearchEntry;
  readonly symbol: string;
  readonly ticker: string;
  readonly names: readonly string[];
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

function rankTrueMatch({ symbol, ticker, names }: PlainInstrument, sought: string): MatchRank | undefined {
  if (symbol === sought) return "exact-symbol";
  if (ticker === sought) return "exact-ticker";
  if (symbol.startsWith(sought)) return "symbol-prefix";
  if (beginsWord(names, sought)) return "word-prefix";
  const fields = [symbol, ticker, ...names];
  if (isAnywhere(fields, sought)) return "substring";
  const parts = sought.split(" ");
  if (!parts.every((part) => isAnywhere(fields, part))) return undefined;
  const isStart = (part: string) =>
    symbol.startsWith(part) || ticker.startsWith(part) || beginsWord(names, part);
  return parts.every(isStart) ? "word-starts" : "word-parts";
}

function rankTypo({ symbol, ticker, names }: PlainInstrument, sought: string): MatchRank | undefined {
  if ([...sought].length >= 2 && isTypo(sought, symbol)) return "symbol-typo";
  const missing = sought.split(" ").filter((part) => !isAnywhere([symbol, ticker, ...names], part));
  const [mistyped = ""] = missing;
  if (missing.length !== 1 || [...mistyped].length < 3) return undefined;
  const words = names.flatMap((name) => name.match(/[A-Z0-9\u0080-\u{10ffff}]+|[^ ]/gu) ?? []);
  return words.some((word) => isTypo(mistyped, word)) ? "word-typo" : undefined;
}

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

function beginsWord(names: readonly string[], part: string): boolean {
  return names.some((name) => {
    for (let at = name.indexOf(part); at >= 0; at = name.indexOf(part, at + 1)) {
      if (at === 0 || isSeparator(part.charAt(0)) || isSeparator(name.charAt(at - 1))) return true;
    }
    return false;
  });
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

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Last prices and quotes in memory. */
import type { MarkRecord, QuoteRecord, QuoteStore } from "@trading-oms/brokerage/ports";
import { latestMsOf } from "../sql/newer-prices.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { countChange, type MemoryContent } from "./content.ts";
import { compareKeys, pageBySymbol } from "./pages.ts";

export function quotesOf(content: MemoryContent): QuoteStore {
  const { marks, quotes } = content;
  return {
    readMarks: async (symbols) => [...pricesOf(content, symbols).marks],
    listMarks: async (part) => pageBySymbol(marks.values(), part).map(withoutVersion),
    listMarksSince: async ({ version, ...part }) =>
      pageBySymbol(since(marks, version), part).map(withoutVersion),
    setMarks: async (records, { nowMs }) => {
      rejectUnsafePrices(records);
      writeMarks(content, records, nowMs);
    },
    saveQuotes: async (records, { nowMs, heard }) => {
      if (heard !== undefined) {
        const name = heard.isPlayed ? "simulationHeardAtMs" : "feedHeardAtMs";
        const { [name]: before = -1 } = content.versions;
        if (heard.atMs > comparableMs(before, nowMs))
          content.versions = { ...content.versions, [name]: heard.atMs };
      }
      await saveInChunks(records, async (chunk) => writeQuotes(content, chunk, nowMs));
    },
    readQuotes: async (symbols) => [...pricesOf(content, symbols).quotes],
    listQuotes: async (part) => pageBySymbol(quotes.values(), part).map(withoutVersion),
    listQuotesSince: async ({ version, ...part }) =>
      pageBySymbol(since(quotes, version), part).map(withoutVersion),
  };
}

/** The last prices and quotes of these symbols that exist. */
export function pricesOf(
  { marks, quotes }: MemoryContent,
  symbols: readonly string[],
): { readonly marks: readonly MarkRecord[]; readonly quotes: readonly QuoteRecord[] } {
  return {
    marks: symbols.flatMap((symbol) => marks.get(symbol) ?? []).map(withoutVersion),
    quotes: symbols.flatMap((symbol) => quotes.get(symbol) ?? []).map(withoutVersion),
  };
}

/** Throws if a price is larger than the other engines can store. */
export function rejectUnsafePrices(marks: readonly MarkRecord[]): void {
  for (const { symbol, price } of marks)
    if (!Number.isSafeInteger(Number(price)))
      throw new RangeError(`The price of ${symbol} is not a safe integer.`);
}

/** Sets last prices that are not older. Any price that is not simulated replaces a simulated one. */
export function writeMarks(content: MemoryContent, marks: readonly MarkRecord[], nowMs: number): void {
  const version = countChange(content, "marks");
  for (const { seq: _unkept, ...mark } of marks) {
    const before = content.marks.get(mark.symbol);
    const isOlder = before !== undefined && comparableMs(mark.atMs, nowMs) < comparableMs(before.atMs, nowMs);
    const isReal = before?.isPlayed === true && mark.isPlayed !== true;
    if (!isOlder || isReal) content.marks.set(mark.symbol, { ...mark, version });
  }
}

function writeQuotes(content: MemoryContent, records: readonly QuoteRecord[], nowMs: number): void {
  if (!records.every(({ atMs, seq }) => Number.isSafeInteger(atMs) && Number.isSafeInteger(seq)))
    throw new RangeError("The time or the number of a quote is not a safe integer.");
  const version = countChange(content, "quotes");
  for (const record of records) {
    const before = content.quotes.get(record.symbol);
    const placeOf = ({ atMs, seq }: QuoteRecord) => [comparableMs(atMs, nowMs), seq];
    if (before === undefined || compareKeys(placeOf(record), placeOf(before)) > 0)
      content.quotes.set(record.symbol, { ...record, version });
  }
}

/** A time that is ahead of the clock counts as older than every other. */
function comparableMs(atMs: number, nowMs: number): number {
  return atMs > latestMsOf(nowMs) ? -1 : atMs;
}

type Versioned = { readonly version: number };

function since<Item extends Versioned>(items: ReadonlyMap<string, Item>, version: number): Item[] {
  return [...items.values()].filter((item) => item.version > version);
}

function withoutVersion<Item extends Versioned>({ version: _version, ...item }: Item): Omit<Item, "version"> {
  return item;
}

/** Symbols whose calls are held back, because an ex-date may have moved their reference price and their positions are not adjusted. */
import {
  type CalendarDate,
  type Holidays,
  type Instrument,
  readQuote,
  readQuoteDay,
} from "@trading-oms/market";
import type { ExDateRecord, QuoteRecord, StoredPrices } from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import type { Services, WatchServices } from "../services.ts";
import type { MarkBook } from "./mark-book.ts";
import { type Comparison, compareDay, countMoved, isFeedAtFault, type MovedCount } from "./moved-days.ts";
import type { TradingDay } from "./quote-state.ts";
import { isSimulatedQuote } from "./simulated-quotes.ts";
import { readKnownPrices, usableDayOf } from "./symbol-facts.ts";

/** What is read to tell whether calls of a symbol are held back. */
type HeldBackServices = Pick<Services, "store" | "now" | "holidays" | "book" | "marks">;

const noHolidays: Holidays = new Set<CalendarDate>();

/** Whether an operator adjusted the positions of a symbol for a day or a later one, or released it. */
export function isDecided(exDates: readonly ExDateRecord[], day: CalendarDate): boolean {
  return exDates.some(({ state, date }) => ["adjusted", "released"].includes(state) && date >= day);
}

/**
 * Why calls of a symbol are held back, and since which day:
 * - `adjusting`: its positions are being adjusted
 * - `noted`: a watch stored that the reference price of a day moved, and nothing was decided since
 * - `compared`: the same of its newest day, which is not stored yet. Nothing is held back if the feed is at fault
 */
type Cause =
  | { readonly kind: "adjusting"; readonly date: undefined }
  | { readonly kind: "noted" | "compared"; readonly date: CalendarDate };

function causeOf(
  exDates: readonly ExDateRecord[],
  newest: TradingDay | undefined,
  compare: (day: TradingDay) => Comparison,
): Cause | undefined {
  if (exDates.some(({ state }) => state === "adjusting")) return { kind: "adjusting", date: undefined };
  const noted = exDates.find(({ state, date }) => state === "moved" && !isDecided(exDates, date));
  if (noted !== undefined) return { kind: "noted", date: noted.date };
  if (newest === undefined || isDecided(exDates, newest.date)) return undefined;
  return compare(newest) === "moved" ? { kind: "compared", date: newest.date } : undefined;
}

/**
 * Whether calls of a symbol are held back, by the later of the day in memory and the stored one. With the prices that were read with an
 * account, which value its position, by those.
 */
export async function isHeldBack(
  services: HeldBackServices,
  symbol: string,
  stored?: StoredPrices | undefined,
): Promise<boolean> {
  const { store, book, marks, holidays = () => noHolidays } = services;
  const exDates =
    book?.exDatesOf?.(symbol) ?? (await store.listExDates()).filter((each) => each.symbol === symbol);
  const find = async (each: string) => book?.findInstrument(each) ?? (await findInstrument(services, each));
  const instrument = await find(symbol);
  const day = await readDay(services, symbol, stored);
  const cause = causeOf(exDates, day, (newest) => compareDay(instrument, newest, holidays()));
  if (cause?.kind !== "compared") return cause !== undefined;
  const known = countKnown(services, cause.date);
  if (known !== undefined) return !isFeedAtFault(known);
  // Rare: on ex-dates alone, in a process that does not follow days.
  const instruments = new Map<string, Instrument | undefined>();
  const days: [string, TradingDay][] = [];
  for await (const [each, newest] of readDays(store, marks?.isPlayed === true)) {
    if (newest.date !== cause.date) continue;
    instruments.set(each, await find(each));
    days.push([each, newest]);
  }
  const compare = (each: string, other: TradingDay) => compareDay(instruments.get(each), other, holidays());
  return !isFeedAtFault(countMoved(days, cause.date, compare));
}

/** The same by what a watching process has in memory. */
export function isKnownHeldBack(
  services: Pick<WatchServices, "holidays" | "book" | "marks">,
  symbol: string,
): boolean {
  const { book, marks, holidays = () => noHolidays } = services;
  const day = marks.dayOf(symbol);
  const compare = (newest: TradingDay) => compareDay(book.findInstrument(symbol), newest, holidays());
  const cause = causeOf(book.exDatesOf(symbol), day, compare);
  if (cause?.kind !== "compared") return cause !== undefined;
  const known = countKnown(services, cause.date);
  // Without all days at hand the decision itself tells.
  return known !== undefined && !isFeedAtFault(known);
}

/** The moved reference prices of a day, from memory; undefined in a process that does not follow the days of all symbols. */
function countKnown(
  { book, marks, holidays = () => noHolidays }: Pick<Services, "holidays" | "book" | "marks">,
  date: CalendarDate,
): MovedCount | undefined {
  const [days, entries] = [marks?.days?.bind(marks), book?.listEntries?.()];
  if (book === undefined || days === undefined || entries === undefined) return undefined;
  if (marks?.knowsDays !== true || marks.movedCounts === undefined) return undefined;
  const known = holidays();
  return marks.movedCounts.of(date, [entries, known], () =>
    countMoved(days(), date, (symbol, day) => compareDay(book.findInstrument(symbol), day, known)),
  );
}

/** The newest day of a symbol, from memory or the store, whichever is later. */
export async function readDay(
  services: Pick<Services, "store" | "now" | "book" | "marks">,
  symbol: string,
  stored?: StoredPrices | undefined,
): Promise<TradingDay | undefined> {
  const listed = services.book?.findInstrument(symbol) ?? (await findInstrument(services, symbol));
  const quotes = stored?.quotes.filter((each) => each.symbol === symbol);
  const known = await readKnownPrices(services, [symbol], quotes && { marks: [], quotes });
  const day = usableDayOf(listed, known.get(symbol)?.state);
  if (day === undefined || day.previousClose !== undefined) return day;
  // The process that has the later message may have missed the close.
  const own = services.marks?.stateOf(symbol)?.day;
  return own?.date === day.date ? { ...day, previousClose: own.previousClose } : day;
}

const quotesInPart = 500;

/** The quotes of the store, without simulated ones where simulated prices are ignored. */
async function* listQuotes(
  store: Pick<Services["store"], "listQuotes">,
  takesSimulated: boolean,
): AsyncGenerator<QuoteRecord> {
  let after: string | undefined;
  for (;;) {
    const part = await store.listQuotes({ after, limit: quotesInPart });
    for (const record of part) if (takesSimulated || !isSimulatedQuote(record.day)) yield record;
    if (part.length < quotesInPart) return;
    after = part.at(-1)?.symbol;
  }
}

/** The newest days in the store. */
async function* readDays(
  store: Pick<Services["store"], "listQuotes">,
  takesSimulated: boolean,
): AsyncGenerator<readonly [string, TradingDay]> {
  for await (const { symbol, day } of listQuotes(store, takesSimulated)) {
    const read = readQuoteDay(day);
    if (read !== undefined) yield [symbol, read];
  }
}

/** Reads the newest days and halts of all symbols into a book. Later ones come from its feed, or by `restore`. */
export async function openDays({ store }: Pick<Services, "store">, marks: MarkBook): Promise<void> {
  for await (const { symbol, atMs, seq, snapshot } of listQuotes(store, marks.isPlayed)) {
    const reading = readQuote(snapshot);
    if (reading.kind === "quote")
      marks.restore({ kind: "snapshot", symbol, atMs, seq, quote: reading.quote });
  }
  marks.knowsDays = true;
}

/** A symbol whose calls are held back. */
type HeldBackSymbol = {
  readonly symbol: string;
  /** `moved`: its reference price moved. `adjusting`: its positions are being adjusted. */
  readonly cause: "moved" | "adjusting";
  /** The day on which it moved. */
  readonly movedOn: CalendarDate | undefined;
  /** The newest day; undefined if none is known. */
  readonly day: TradingDay | undefined;
};

/** The symbols whose calls are held back, and what could not be compared. */
export type HeldBackSymbols = {
  readonly heldBack: readonly HeldBackSymbol[];
  /** Symbols whose close before the newest day was not received. Their calls are not held back by it. */
  readonly withoutPreviousClose: readonly string[];
  /** Symbols whose reference price moved together with too many others, so that their calls are not held back. */
  readonly suspectedFeedErrors: readonly string[];
};

/** Lists the symbols whose calls are held back, and those that were not compared. */
export async function listHeldBack(services: HeldBackServices): Promise<HeldBackSymbols> {
  const { store, marks, holidays = () => noHolidays } = services;
  const exDates = Map.groupBy(await store.listExDates(), ({ symbol }) => symbol);
  const days = new Map<string, TradingDay>(
    marks?.days !== undefined && marks.knowsDays === true ? marks.days() : [],
  );
  if (marks?.knowsDays !== true)
    for await (const [symbol, day] of readDays(store, marks?.isPlayed === true)) days.set(symbol, day);
  const comparisons = new Map<string, Comparison>();
  for (const [symbol, day] of days) {
    const instrument = services.book?.findInstrument(symbol) ?? (await findInstrument(services, symbol));
    comparisons.set(symbol, compareDay(instrument, day, holidays()));
  }
  const compare = (symbol: string): Comparison => comparisons.get(symbol) ?? "exempt";
  const [heldBack, suspectedFeedErrors]: [HeldBackSymbol[], string[]] = [[], []];
  const faultOf = new Map<CalendarDate, boolean>();
  const isAtFault = (date: CalendarDate): boolean => {
    const isFault = faultOf.get(date) ?? isFeedAtFault(countMoved(days, date, compare));
    faultOf.set(date, isFault);
    return isFault;
  };
  for (const symbol of [...new Set([...days.keys(), ...exDates.keys()])].toSorted()) {
    const day = days.get(symbol);
    const cause = causeOf(exDates.get(symbol) ?? [], day, () => compare(symbol));
    if (cause === undefined) continue;
    const { kind, date: movedOn } = cause;
    if (kind === "compared" && isAtFault(cause.date)) suspectedFeedErrors.push(symbol);
    else heldBack.push({ symbol, cause: kind === "adjusting" ? kind : "moved", movedOn, day });
  }
  const held = new Set(heldBack.map(({ symbol }) => symbol));
  const newest = [...days.values()].reduce((latest, { date }) => (date > latest ? date : latest), "");
  const withoutPreviousClose = [...days]
    .filter(([symbol, { date }]) => date === newest && compare(symbol) === "unknown" && !held.has(symbol))
    .map(([symbol]) => symbol)
    .toSorted();
  return { heldBack, withoutPreviousClose, suspectedFeedErrors };
}

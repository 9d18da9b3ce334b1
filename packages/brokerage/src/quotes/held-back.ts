/** Symbols whose calls are held back, because an ex-date may have moved their reference price and their positions are not adjusted. */
import { type CalendarDate, readQuote, readQuoteDay } from "@trading-oms/market";
import type { ExDateRecord, QuoteRecord, StoredPrices } from "../ports/index.ts";
import { lookUpInstrument } from "../reference/rates.ts";
import { holidaysOf, type Services, type WatchServices } from "../services.ts";
import type { MarkBook } from "./mark-book.ts";
import { type Comparison, compareDay, countMoved, isFeedAtFault, type MovedCount } from "./moved-days.ts";
import type { TradingDay } from "./quote-state.ts";
import { isSimulatedQuote } from "./simulated-quotes.ts";
import { readKnownPrices, usableDayOf } from "./symbol-facts.ts";

/** What is read to tell whether calls of a symbol are held back. */
type HeldBackServices = Pick<Services, "store" | "now" | "holidays" | "book" | "marks">;

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
  const { store, book } = services;
  const exDates =
    book?.exDatesOf(symbol) ?? (await store.listExDates()).filter((each) => each.symbol === symbol);
  const instrument = await lookUpInstrument(services, symbol);
  const day = await readDay(services, symbol, stored);
  const cause = causeOf(exDates, day, (newest) => compareDay(instrument, newest, holidaysOf(services)));
  if (cause?.kind !== "compared") return cause !== undefined;
  const known = countKnown(services, cause.date);
  if (known !== undefined) return !isFeedAtFault(known);
  // Rare: on ex-dates alone, in a process that does not follow days.
  const { days, compare } = await readComparedDays(services);
  return !isFeedAtFault(countMoved(days, cause.date, compare));
}

/** The same by what a watching process has in memory. */
export function isKnownHeldBack(
  services: Pick<WatchServices, "holidays" | "book" | "marks">,
  symbol: string,
): boolean {
  const { book, marks } = services;
  const day = marks.stateOf(symbol)?.day;
  const compare = (newest: TradingDay) =>
    compareDay(book.findInstrument(symbol), newest, holidaysOf(services));
  const cause = causeOf(book.exDatesOf(symbol), day, compare);
  if (cause?.kind !== "compared") return cause !== undefined;
  const known = countKnown(services, cause.date);
  // Without all days at hand the decision itself tells.
  return known !== undefined && !isFeedAtFault(known);
}

/** The moved reference prices of a day, from memory; undefined in a process that does not follow the days of all symbols. */
function countKnown(
  services: Pick<Services, "holidays" | "book" | "marks">,
  date: CalendarDate,
): MovedCount | undefined {
  const { book, marks } = services;
  if (book === undefined || marks?.knowsDays !== true) return undefined;
  const holidays = holidaysOf(services);
  return marks.movedCounts.of(date, [book.listEntries(), holidays], () =>
    countMoved(marks.days(), date, (symbol, day) => compareDay(book.findInstrument(symbol), day, holidays)),
  );
}

/** The newest days of all symbols, and how each compares with the close before it. */
async function readComparedDays(services: HeldBackServices): Promise<{
  readonly days: ReadonlyMap<string, TradingDay>;
  readonly compare: (symbol: string) => Comparison;
}> {
  const { store, marks } = services;
  const days = new Map<string, TradingDay>(marks?.knowsDays === true ? marks.days() : []);
  if (marks?.knowsDays !== true) {
    for await (const { symbol, day: text } of listQuotes(store, marks?.isPlayed === true)) {
      const day = readQuoteDay(text);
      if (day !== undefined) days.set(symbol, day);
    }
  }
  const comparisons = new Map<string, Comparison>();
  for (const [symbol, day] of days) {
    const instrument = await lookUpInstrument(services, symbol);
    comparisons.set(symbol, compareDay(instrument, day, holidaysOf(services)));
  }
  return { days, compare: (symbol) => comparisons.get(symbol) ?? "exempt" };
}

/** The newest day of a symbol, from memory or the store, whichever is later. */
export async function readDay(
  services: Pick<Services, "store" | "now" | "book" | "marks">,
  symbol: string,
  stored?: StoredPrices | undefined,
): Promise<TradingDay | undefined> {
  const listed = await lookUpInstrument(services, symbol);
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

/** Reads the newest days and halts of all symbols into a book. Later ones come from its feed, or by `restore`. */
export async function openDays({ store }: Pick<Services, "store">, marks: MarkBook): Promise<void> {
  for await (const { symbol, atMs, seq, snapshot } of listQuotes(store, marks.isPlayed)) {
    const reading = readQuote(snapshot);
    if (reading.kind === "quote")
      marks.restore({ kind: "snapshot", symbol, atMs, seq, quote: reading.quote });
  }
  marks.knowsDays = true;
}

type HeldBackSymbol = {
  readonly symbol: string;
  /** `moved`: its reference price moved. `adjusting`: its positions are being adjusted. */
  readonly cause: "moved" | "adjusting";
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
  const exDates = Map.groupBy(await services.store.listExDates(), ({ symbol }) => symbol);
  const { days, compare } = await readComparedDays(services);
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

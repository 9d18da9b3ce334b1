import { calendarDateOf } from "../calendar-date.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import { applyMessage } from "./apply-message.ts";
import { judgeSequence } from "./judge-sequence.ts";
import type { MarketMessage, QuoteSnapshot, SnapshotMessage, SymbolMessage } from "./market-message.ts";
import { blankQuote, noNews, type Quote, quoteOfSnapshot, snapshotOfQuote } from "./quote.ts";
import { type RenderedInstrument, renderInstrument } from "./render-instrument.ts";
import { renderTail } from "./render-tail.ts";
import { WrittenEntry } from "./written-entry.ts";

/**
 * What became of a message. One that is old or leaves a gap is not taken; where a feed told it, which skips and repeats
 * nothing, the board stands elsewhere than the feed does, until the next `snapshot` or `day`.
 */
export type Application = "applied" | "old" | "gap" | "unknown-symbol";

/** What is known of every instrument, and its entry of a search as bytes. */
export interface QuoteBoard {
  /** Takes an instrument in, or its new details; what is known of its quote stays. */
  list(instrument: Instrument): void;
  /** Lets an instrument and its quote go. */
  unlist(symbol: string): void;
  /** Takes a day or a snapshot, and any other message if it is the next of its symbol; one that is refused changes nothing. */
  apply(message: MarketMessage): Application;
  /** Gives the SymbolEntry of an instrument, renewed if anything changed since this was last asked. */
  entryOf(symbol: string): WrittenEntry | undefined;
  /** Gives the price of the day's last trade. */
  lastPriceOf(symbol: string): Price | undefined;
  /** Gives the whole VND that were traded on the day; 0 where nothing was, or nothing is known. */
  tradedValueOf(symbol: string): bigint;
  /** Gives the time of an entry's `info`, where it has one. */
  quotedAtMsOf(symbol: string): number | undefined;
  /** Gives all that is known of a symbol, to be sent. */
  snapshotOf(symbol: string): SnapshotMessage | undefined;
  /** Gives all that is known of a symbol as it stands, until something else is told: whoever keeps it writes it down at once. */
  quoteOf(symbol: string): StandingQuote | undefined;
  /**
   * Takes what an earlier run knew, unless a feed has told something since. It is shown until a feed tells of the
   * symbol, and no message is added to it: that is a gap.
   */
  restore(snapshot: SnapshotMessage): Application;
  /** Names the symbols about which a message was taken since this was last asked, each once. */
  takeChangedSymbols(): readonly string[];
}

/** What is known of a symbol, and the message up to which it is known. */
export type StandingQuote = QuoteSnapshot & { readonly seq: number; readonly atMs: number };

/** What may be different from board to board. */
export type QuoteBoardSettings = {
  /** How many entries are kept as bytes; a million of them would take gigabytes. */
  readonly buffersMax?: number;
};

type Row = {
  instrument: Instrument;
  quote: Quote | undefined;
  rendered: RenderedInstrument | undefined;
  entry: WrittenEntry | undefined;
  isFresh: boolean;
  isRestored: boolean;
  isChanged: boolean;
};

/** Opens a board on which nothing is known yet of any instrument. */
export function createQuoteBoard(
  instruments: Iterable<Instrument> = [],
  { buffersMax = 50_000 }: QuoteBoardSettings = {},
): QuoteBoard {
  const rows = new Map<string, Row>();
  const rowsKept = new Set<Row>();
  let symbolsChanged: string[] = [];
  const list = (instrument: Instrument) => {
    const row = rows.get(instrument.symbol);
    if (row === undefined) rows.set(instrument.symbol, rowOf(instrument));
    else Object.assign(row, { instrument, rendered: undefined, isFresh: false });
  };
  for (const instrument of instruments) list(instrument);
  return {
    list,
    unlist(symbol) {
      const row = rows.get(symbol);
      if (row !== undefined) rowsKept.delete(row);
      rows.delete(symbol);
    },
    apply(message) {
      if (message.kind === "heartbeat") return "applied";
      const row = rows.get(message.symbol);
      if (row === undefined) return "unknown-symbol";
      const application = applyToRow(row, message);
      if (application === "applied" && !row.isChanged) {
        row.isChanged = true;
        symbolsChanged.push(message.symbol);
      }
      return application;
    },
    entryOf(symbol) {
      const row = rows.get(symbol);
      if (row === undefined) return undefined;
      if (row.entry === undefined) keepRow(rowsKept, row, buffersMax);
      return freshEntry(row);
    },
    lastPriceOf: (symbol) => rows.get(symbol)?.quote?.lastPrice,
    tradedValueOf: (symbol) => tradedValueOfRow(rows.get(symbol)),
    quotedAtMsOf: (symbol) => quotedAtMsOf(rows.get(symbol)?.quote),
    snapshotOf(symbol) {
      const quote = rows.get(symbol)?.quote;
      return quote && snapshotOfQuote(symbol, quote);
    },
    quoteOf: (symbol) => rows.get(symbol)?.quote,
    restore(snapshot) {
      const row = rows.get(snapshot.symbol);
      if (row === undefined) return "unknown-symbol";
      if (row.quote !== undefined && !row.isRestored) return "old";
      Object.assign(row, { quote: quoteOfSnapshot(snapshot), isRestored: true, isFresh: false });
      return "applied";
    },
    takeChangedSymbols() {
      const symbols = symbolsChanged;
      symbolsChanged = [];
      forgetChanges(rows, symbols);
      return symbols;
    },
  };
}

function rowOf(instrument: Instrument): Row {
  return {
    instrument,
    quote: undefined,
    rendered: undefined,
    entry: undefined,
    isFresh: false,
    isRestored: false,
    isChanged: false,
  };
}

function applyToRow(row: Row, message: SymbolMessage): Application {
  const { quote } = row;
  const heard = quote && { seq: quote.seq, isRestored: row.isRestored };
  const judgement = judgeSequence(heard, message);
  if (judgement !== "next") return judgement;
  row.quote = applyMessage(quote ?? blankQuoteOf(row.instrument, message), message);
  row.isRestored = false;
  row.isFresh = false;
  return "applied";
}

function blankQuoteOf({ referencePrice }: Instrument, { atMs }: SymbolMessage): Quote {
  return blankQuote(calendarDateOf(atMs), referencePrice);
}

/** Makes room for one more, at the cost of whoever has been kept longest. */
function keepRow(rowsKept: Set<Row>, row: Row, buffersMax: number): void {
  const [oldest] = rowsKept.size < buffersMax ? [] : rowsKept;
  if (oldest !== undefined) {
    Object.assign(oldest, { entry: undefined, rendered: undefined });
    rowsKept.delete(oldest);
  }
  rowsKept.add(row);
}

function freshEntry(row: Row): WrittenEntry {
  if (row.isFresh && row.entry !== undefined) return row.entry;
  const { instrument, quote } = row;
  const referencePrice = quote?.referencePrice ?? instrument.referencePrice;
  const news = quote?.news ?? noNews;
  if (row.rendered?.referencePrice !== referencePrice || row.rendered.news !== news) {
    row.rendered = renderInstrument(instrument, referencePrice, news);
  }
  row.entry ??= new WrittenEntry();
  renderTail(row.entry.renew(row.rendered.head), instrument, row.rendered, quote);
  row.isFresh = true;
  return row.entry;
}

function forgetChanges(rows: ReadonlyMap<string, Row>, symbols: readonly string[]): void {
  for (const symbol of symbols) {
    const row = rows.get(symbol);
    if (row !== undefined) row.isChanged = false;
  }
}

function tradedValueOfRow(row: Row | undefined): bigint {
  if (row?.quote === undefined) return 0n;
  return (row.quote.total.turnover * (row.instrument.contractSize ?? 1n)) / 1_000n;
}

/** Depth, sentiment and news may be told before any quote is. */
function quotedAtMsOf(quote: Quote | undefined): number | undefined {
  return quote === undefined || quote.quotedSeq === 0 ? undefined : quote.quotedAtMs;
}

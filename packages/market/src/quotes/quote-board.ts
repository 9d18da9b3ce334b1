import { calendarDateOf } from "../calendar.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { MarketMessage, QuoteSnapshot, SnapshotMessage, SymbolMessage } from "./messages.ts";
import { applyMessage, blankQuote, type Quote, quoteOfSnapshot, snapshotOfQuote } from "./quote.ts";

/**
 * What became of a message. One that is old or leaves a gap is not taken; where a feed told it, which skips and repeats
 * nothing, the board stands elsewhere than the feed does, until the next `snapshot` or `day`.
 */
export type Application = "applied" | "old" | "gap" | "unknown-symbol";

/** What is known of every instrument. */
export interface QuoteBoard {
  /** Takes an instrument in, or its new details; what is known of its quote stays. */
  list(instrument: Instrument): void;
  /** Lets an instrument and its quote go. */
  unlist(symbol: string): void;
  /** Takes a day or a snapshot, and any other message if it is the next of its symbol; one that is refused changes nothing. */
  apply(message: MarketMessage): Application;
  /** Gives an instrument with its quote: the same object each time, for as long as it is listed. */
  quotedOf(symbol: string): QuotedInstrument | undefined;
  /** Gives the price of the day's last trade. */
  lastPriceOf(symbol: string): Price | undefined;
  /** Gives the whole VND that were traded on the day; 0 where nothing was, or nothing is known. */
  tradedValueOf(symbol: string): bigint;
  /** Gives all that is known of a symbol, to be sent. */
  snapshotOf(symbol: string): SnapshotMessage | undefined;
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

/** An instrument and what is known of it, changed in place by the next message: a value that is kept is copied at once. */
export type QuotedInstrument = {
  readonly instrument: Instrument;
  readonly quote: StandingQuote | undefined;
  /** Another after each change. */
  readonly version: number;
};

type Row = {
  instrument: Instrument;
  quote: Quote | undefined;
  version: number;
  /** Whether the quote is known from an earlier run, which may have heard another publisher. */
  isRestored: boolean;
  isChanged: boolean;
};

/** Opens a board on which nothing is known yet of any instrument. */
export function createQuoteBoard(instruments: Iterable<Instrument> = []): QuoteBoard {
  const rows = new Map<string, Row>();
  let symbolsChanged: string[] = [];
  const list = (instrument: Instrument): void => {
    const row = rows.get(instrument.symbol);
    if (row === undefined) {
      const blank = { quote: undefined, version: 1, isRestored: false, isChanged: false };
      rows.set(instrument.symbol, { instrument, ...blank });
    } else {
      row.instrument = instrument;
      row.version += 1;
    }
  };
  for (const instrument of instruments) list(instrument);
  return {
    list,
    unlist: (symbol) => {
      rows.delete(symbol);
    },
    apply: (message) => {
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
    quotedOf: (symbol) => rows.get(symbol),
    lastPriceOf: (symbol) => rows.get(symbol)?.quote?.lastPrice,
    tradedValueOf: (symbol) => {
      const { quote, instrument } = rows.get(symbol) ?? {};
      return ((quote?.total.turnover ?? 0n) * (instrument?.contractSize ?? 1n)) / 1_000n;
    },
    snapshotOf: (symbol) => {
      const quote = rows.get(symbol)?.quote;
      return quote && snapshotOfQuote(symbol, quote);
    },
    restore: (snapshot) => {
      const row = rows.get(snapshot.symbol);
      if (row === undefined) return "unknown-symbol";
      if (row.quote !== undefined && !row.isRestored) return "old";
      row.quote = quoteOfSnapshot(snapshot);
      row.isRestored = true;
      row.version += 1;
      return "applied";
    },
    takeChangedSymbols: () => {
      const symbols = symbolsChanged;
      symbolsChanged = [];
      for (const symbol of symbols) {
        const row = rows.get(symbol);
        if (row !== undefined) row.isChanged = false;
      }
      return symbols;
    },
  };
}

function applyToRow(row: Row, message: SymbolMessage): Application {
  const judgement = judgeSequence(row, message);
  if (judgement !== "applied") return judgement;
  const quote = row.quote ?? blankQuote(calendarDateOf(message.atMs), row.instrument.referencePrice);
  row.quote = applyMessage(quote, message);
  row.isRestored = false;
  row.version += 1;
  return "applied";
}

/**
 * Judges a message by its number. A day and a snapshot stand for themselves, whatever their number and time: whoever
 * hands them over has judged them, and a publisher that was started again, or took another's place, may count from
 * anew and be behind. Any other message follows only what was told in the same run, since the numbers of two
 * publishers may coincide.
 */
function judgeSequence({ quote, isRestored }: Row, { kind, seq }: SymbolMessage): Application {
  if (kind === "day" || kind === "snapshot") return "applied";
  if (isRestored) return "gap";
  const heardSeq = quote?.seq ?? 0;
  if (seq === heardSeq + 1) return "applied";
  return seq <= heardSeq ? "old" : "gap";
}

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

/** What is known of every instrument; at first nothing of any. */
export class QuoteBoard {
  readonly #rows = new Map<string, Row>();
  #symbolsChanged: string[] = [];

  constructor(instruments: Iterable<Instrument> = []) {
    for (const instrument of instruments) this.list(instrument);
  }

  /** Takes an instrument in, or its new details; what is known of its quote stays. */
  list(instrument: Instrument): void {
    const row = this.#rows.get(instrument.symbol);
    if (row === undefined) {
      const blank = { quote: undefined, version: 1, isRestored: false, isChanged: false };
      this.#rows.set(instrument.symbol, { instrument, ...blank });
    } else {
      row.instrument = instrument;
      row.version += 1;
    }
  }

  /** Lets an instrument and its quote go. */
  unlist(symbol: string): void {
    this.#rows.delete(symbol);
  }

  /** Takes a day or a snapshot, and any other message if it is the next of its symbol; one that is refused changes nothing. */
  apply(message: MarketMessage): Application {
    if (message.kind === "heartbeat") return "applied";
    const row = this.#rows.get(message.symbol);
    if (row === undefined) return "unknown-symbol";
    const judgement = judgeSequence(row, message);
    if (judgement !== "applied") return judgement;
    const quote = row.quote ?? blankQuote(calendarDateOf(message.atMs), row.instrument.referencePrice);
    row.quote = applyMessage(quote, message);
    row.isRestored = false;
    row.version += 1;
    if (!row.isChanged) this.#symbolsChanged.push(message.symbol);
    row.isChanged = true;
    return "applied";
  }

  /** Gives an instrument with its quote: the same object each time, for as long as it is listed. */
  quotedOf(symbol: string): QuotedInstrument | undefined {
    return this.#rows.get(symbol);
  }

  /** Gives the price of the day's last trade. */
  lastPriceOf(symbol: string): Price | undefined {
    return this.#rows.get(symbol)?.quote?.lastPrice;
  }

  /** Gives the whole VND that were traded on the day; 0 where nothing was, or nothing is known. */
  tradedValueOf(symbol: string): bigint {
    const { quote, instrument } = this.#rows.get(symbol) ?? {};
    return ((quote?.total.turnover ?? 0n) * (instrument?.contractSize ?? 1n)) / 1_000n;
  }

  /** Gives all that is known of a symbol, to be sent. */
  snapshotOf(symbol: string): SnapshotMessage | undefined {
    const quote = this.#rows.get(symbol)?.quote;
    return quote && snapshotOfQuote(symbol, quote);
  }

  /**
   * Takes what an earlier run knew, unless a feed has told something since. It is shown until a feed tells of the
   * symbol, and no message is added to it: that is a gap.
   */
  restore(snapshot: SnapshotMessage): Application {
    const row = this.#rows.get(snapshot.symbol);
    if (row === undefined) return "unknown-symbol";
    if (row.quote !== undefined && !row.isRestored) return "old";
    row.quote = quoteOfSnapshot(snapshot);
    row.isRestored = true;
    row.version += 1;
    return "applied";
  }

  /** Names the symbols about which a message was taken since this was last asked, each once. */
  takeChangedSymbols(): readonly string[] {
    const symbols = this.#symbolsChanged;
    this.#symbolsChanged = [];
    for (const symbol of symbols) {
      const row = this.#rows.get(symbol);
      if (row !== undefined) row.isChanged = false;
    }
    return symbols;
  }
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

import { calendarDateOf } from "../calendar.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { MarketMessage, QuoteSnapshot, SnapshotMessage, SymbolMessage } from "./messages.ts";
import {
  applyMessage,
  applyRejected,
  blankQuote,
  closeBefore,
  type Quote,
  quoteOfSnapshot,
  snapshotOfQuote,
  turnoverBefore,
} from "./quote.ts";

/**
 * The result of applying a message. `old` and `gap` mean that it was ignored. A feed skips and repeats nothing, so for its messages
 * they mean that the board is at another position than the feed, until the next `snapshot` or `day`.
 */
export type ApplyResult = "applied" | "old" | "gap" | "unknown-symbol";

/** The state of a symbol, with the number and time of its last message. */
export type StandingQuote = QuoteSnapshot & { readonly seq: number; readonly atMs: number };

/** A last price that an operator set, until a trade replaces it. */
export type PriceByHand = { readonly price: Price; readonly atMs: number };

/** An instrument with its quote. The next message changes the quote in place, so copy what you keep. */
export type QuotedInstrument = {
  readonly instrument: Instrument;
  readonly quote: StandingQuote | undefined;
  readonly byHand?: PriceByHand | undefined;
  /** Changes with each update. */
  readonly version: number;
};

type Row = {
  instrument: Instrument;
  quote: Quote | undefined;
  byHand?: PriceByHand | undefined;
  version: number;
  /** Whether the quote was restored from an earlier run, which may have followed another publisher. */
  isRestored: boolean;
  isChanged: boolean;
};

export class QuoteBoard {
  readonly #rows = new Map<string, Row>();
  #symbolsChanged: string[] = [];

  constructor(instruments: Iterable<Instrument> = []) {
    for (const instrument of instruments) this.list(instrument);
  }

  /** Adds an instrument, or updates its details and keeps its quote. */
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

  unlist(symbol: string): void {
    this.#rows.delete(symbol);
  }

  /**
   * Applies a day or a snapshot, and any other message only if it is the next of its symbol. Any other changes nothing. A rejected
   * price is not shown, and the messages after it are.
   */
  apply(message: MarketMessage, isRejected = false): ApplyResult {
    if (message.kind === "heartbeat") return "applied";
    const row = this.#rows.get(message.symbol);
    if (row === undefined) return "unknown-symbol";
    const judgement = checkSequence(row, message);
    if (judgement !== "applied") return judgement;
    const earlier = row.quote;
    const quote = message.seq > 1 && earlier !== undefined ? earlier : this.#beginRun(row, message.atMs);
    row.quote = isRejected ? applyRejected(quote, message) : applyMessage(quote, message);
    row.quote.turnoverBefore ??= turnoverBefore(row.quote.date, earlier);
    // A new day, a snapshot or the first message of a run. The close before it may be known here alone.
    if (row.quote !== earlier) row.quote.previousClose ??= closeBefore(earlier, row.quote.date);
    row.isRestored = false;
    row.version += 1;
    if (!row.isChanged) this.#symbolsChanged.push(message.symbol);
    row.isChanged = true;
    return "applied";
  }

  /** The first message of a run says nothing about what another run sent before it, but the day and a halt stay. */
  #beginRun({ quote: earlier, instrument }: Row, atMs: number): Quote {
    const date = calendarDateOf(atMs);
    if (earlier?.date !== date) return blankQuote(date, instrument.referencePrice);
    return { ...blankQuote(date, earlier.referencePrice), isHalted: earlier.isHalted };
  }

  /** Sets or removes the price by hand of a symbol. It is not part of the quote, so snapshots do not contain it. */
  setPriceByHand(symbol: string, byHand: PriceByHand | undefined): void {
    const row = this.#rows.get(symbol);
    if (row === undefined) return;
    if (row.byHand?.price === byHand?.price && row.byHand?.atMs === byHand?.atMs) return;
    row.byHand = byHand;
    row.version += 1;
  }

  /** An instrument with its quote: the same object each time, until it is unlisted. */
  quotedOf(symbol: string): QuotedInstrument | undefined {
    return this.#rows.get(symbol);
  }

  /** The value traded on the day before the quote's in whole VND; 0 if it is not known. */
  tradedValueBeforeOf(symbol: string): bigint {
    const { quote, instrument } = this.#rows.get(symbol) ?? {};
    return ((quote?.turnoverBefore ?? 0n) * (instrument?.contractSize ?? 1n)) / 1_000n;
  }

  snapshotOf(symbol: string): SnapshotMessage | undefined {
    const quote = this.#rows.get(symbol)?.quote;
    return quote && snapshotOfQuote(symbol, quote);
  }

  /**
   * Restores the state from an earlier run, unless a message has been applied since the start. Until the feed sends a day or a
   * snapshot of the symbol, the state is shown and any other message is a gap.
   */
  restore(snapshot: SnapshotMessage): ApplyResult {
    const row = this.#rows.get(snapshot.symbol);
    if (row === undefined) return "unknown-symbol";
    if (row.quote !== undefined && !row.isRestored) return "old";
    const earlier = row.quote;
    row.quote = quoteOfSnapshot(snapshot);
    row.quote.turnoverBefore ??= turnoverBefore(row.quote.date, earlier);
    row.isRestored = true;
    row.version += 1;
    return "applied";
  }

  /** The symbols changed by messages since the last call, each once. */
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
 * Checks the number of a message. A day and a snapshot are accepted with any number and time, because the feed has checked them,
 * and a publisher that restarted or replaced another may count from 1 again. Any other message has to follow one of the same run,
 * since the numbers of two publishers may coincide.
 */
function checkSequence({ quote, isRestored }: Row, { kind, seq }: SymbolMessage): ApplyResult {
  if (kind === "day" || kind === "snapshot") return "applied";
  if (isRestored) return "gap";
  const lastSeq = quote?.seq ?? 0;
  if (seq === lastSeq + 1) return "applied";
  return seq <= lastSeq ? "old" : "gap";
}

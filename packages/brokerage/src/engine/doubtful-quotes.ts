/** Holds the quotes of symbols back whose last snapshot may not be the publisher's. */
import {
  type ApplyResult,
  type Instrument,
  QuoteBoard,
  type SnapshotMessage,
  type StandingQuote,
} from "@trading-oms/market";
import type { FeedMessage } from "../ports/index.ts";

type DoubtfulWorld = {
  readonly isDoubtful: (symbol: string) => boolean;
  readonly findInstrument: (symbol: string) => Instrument | undefined;
  /** The quote that is shown meanwhile. */
  readonly quoteOf: (symbol: string) => StandingQuote | undefined;
};

/**
 * Quotes that searches do not show yet. A doubtful snapshot and the messages after it are applied here until the snapshot is
 * confirmed. Each symbol takes the memory of one quote, however many messages follow.
 */
export class DoubtfulQuotes {
  readonly #world: DoubtfulWorld;
  readonly #board = new QuoteBoard();
  readonly #held = new Set<string>();

  constructor(world: DoubtfulWorld) {
    this.#world = world;
  }

  /** Applies a message that has to be held back, without its price if that was rejected; returns undefined for any other. */
  apply(message: FeedMessage, isRejected: boolean): ApplyResult | undefined {
    if (message.kind === "heartbeat") return undefined;
    const { symbol } = message;
    if (message.kind === "snapshot") {
      this.#drop(symbol);
      if (this.#world.isDoubtful(symbol)) this.#hold(symbol);
    }
    return this.#held.has(symbol) ? this.#board.apply(message, isRejected) : undefined;
  }

  /** Returns and removes confirmed quotes, at most `countMax` of them. */
  takeConfirmed(countMax: number): SnapshotMessage[] {
    const confirmed: SnapshotMessage[] = [];
    for (const symbol of this.#held) {
      if (confirmed.length === countMax) break;
      if (this.#world.isDoubtful(symbol)) continue;
      const snapshot = this.#board.snapshotOf(symbol);
      if (snapshot !== undefined) confirmed.push(snapshot);
      this.#drop(symbol);
    }
    return confirmed;
  }

  #hold(symbol: string): void {
    const instrument = this.#world.findInstrument(symbol);
    if (instrument === undefined) return;
    this.#board.list(instrument);
    // A snapshot whose price is rejected keeps the prices that are known.
    const quote = this.#world.quoteOf(symbol);
    if (quote !== undefined) {
      const { seq, atMs } = quote;
      this.#board.restore({ kind: "snapshot", symbol, seq, atMs, quote });
    }
    this.#held.add(symbol);
  }

  #drop(symbol: string): void {
    if (this.#held.delete(symbol)) this.#board.unlist(symbol);
  }
}

import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";

type SymbolMessage = Exclude<FeedMessage, { readonly kind: "heartbeat" }>;

type SymbolState = {
  readonly symbol: string;
  /** The number of the last delivered message. */
  seq: number;
  /** Messages after a gap. Undefined without a gap. */
  held: SymbolMessage[] | undefined;
  /** How many snapshots in a row were older than the gap before the held messages. */
  shortCount: number;
  /** How many requests in a row brought no usable snapshot. */
  missCount: number;
  /** The earliest time of the next request. */
  dueMs: number;
};

/** The held messages of one symbol. Beyond that they are dropped; the snapshot replaces them. */
const heldMax = 64;

/** The held messages of all symbols, beside one for each. They take 2 MB, or 80 MB if all have the maximum length. */
const heldTotalMax = 10_000;

/** The names of unlisted symbols that are remembered, to request snapshots once they are listed. */
const unlistedMax = 10_000;

/** Held messages are dropped after this many snapshots that were too old for them. */
const shortMax = 2;

/** The growing pause between requests for a symbol without a usable snapshot. */
const retryMsMin = 100;
const retryMsMax = 30_000;

type SequencesWorld = {
  /** Called for each message of a symbol without state. Messages of unlisted symbols are ignored. */
  readonly isListed: (symbol: string) => boolean;
  readonly onGap: () => void;
  readonly onHeal: () => void;
};

/**
 * Delivers the messages of each symbol in order and without gaps. After a gap messages are held until a snapshot covers it. A
 * `day` or `snapshot` message needs no earlier one, so it ends a gap.
 */
export class SymbolSequences {
  readonly #states = new Map<string, SymbolState>();
  readonly #waiting = new Set<SymbolState>();
  readonly #backedOff = new Set<SymbolState>();
  readonly #world: SequencesWorld;
  #heldTotal = 0;
  readonly #unlisted = new Set<string>();
  #isUnlistedFull = false;

  constructor(world: SequencesWorld) {
    this.#world = world;
  }

  /** Processes a message, and appends deliverable messages to `out`. */
  take(message: SymbolMessage, out: FeedMessage[]): void {
    const state = this.#stateOf(message.symbol);
    if (state === undefined || message.seq <= state.seq) return;
    if (state.held === undefined && message.seq === state.seq + 1) {
      state.seq = message.seq;
      out.push(message);
    } else if (message.kind === "day" || message.kind === "snapshot") {
      this.#restartAt(state, message, out);
    } else {
      this.#hold(state, message);
    }
  }

  /** Processes a requested snapshot. */
  applySnapshot(snapshot: FeedSnapshot, out: FeedMessage[]): void {
    const state = this.#stateOf(snapshot.symbol);
    if (state === undefined) return;
    if (snapshot.seq > state.seq) {
      this.#world.onHeal();
      this.#restartAt(state, snapshot, out);
    } else if (state.held !== undefined) {
      // The publisher has no newer state, so held messages are not from it, or were sent after its answer.
      this.#release(state, out);
    }
  }

  /** Requests a snapshot of a symbol without a pause. Symbols that no message mentioned are ignored. */
  need(symbol: string): void {
    if (this.#unlisted.delete(symbol) || this.#isUnlistedFull) this.#stateOf(symbol);
    const state = this.#markUnknown(symbol);
    if (state !== undefined) this.#resetBackoff(state);
  }

  /** Records that a delivered message of a symbol was not taken. */
  recordUntaken(symbol: string, nowMs: number): void {
    const state = this.#markUnknown(symbol);
    if (state !== undefined) this.#backOff(state, nowMs);
  }

  /** Records an unreadable snapshot. Returns whether it was newer than the delivered messages, so that another is needed. */
  recordUnread(symbol: string, seq: number): boolean {
    const state = this.#stateOf(symbol);
    if (state === undefined || seq <= state.seq) return false;
    state.held ??= [];
    this.#waiting.add(state);
    return true;
  }

  /** Lengthens the pause of requested symbols that still wait after an answer. */
  recordUnanswered(symbols: Iterable<string>, nowMs: number): void {
    for (const symbol of symbols) {
      const state = this.#states.get(symbol);
      if (state !== undefined && this.#waiting.has(state)) this.#backOff(state, nowMs);
    }
  }

  /** Records that messages were taken. `recordUntaken` has to be called first for symbols that were not. */
  recordTaken(messages: readonly FeedMessage[]): void {
    if (this.#backedOff.size === 0) return;
    for (const message of messages) {
      if (message.kind === "heartbeat") continue;
      const state = this.#states.get(message.symbol);
      if (state === undefined || this.#waiting.has(state)) continue;
      // A snapshot that was too old for the held messages proves nothing.
      if (message.kind !== "snapshot" || state.shortCount < shortMax) this.#resetBackoff(state);
    }
  }

  /** The symbols to request now. */
  dueSymbols(nowMs: number): string[] {
    return [...this.#waiting].filter(({ dueMs }) => dueMs <= nowMs).map(({ symbol }) => symbol);
  }

  /** Sizes of the internal state, for tests. */
  sizes(): { readonly symbols: number; readonly messages: number; readonly unlisted: number } {
    return { symbols: this.#states.size, messages: this.#heldTotal, unlisted: this.#unlisted.size };
  }

  /** Clears everything, because another publisher has its own numbers. */
  clear(): void {
    this.#states.clear();
    this.#waiting.clear();
    this.#backedOff.clear();
    this.#heldTotal = 0;
    this.#unlisted.clear();
    this.#isUnlistedFull = false;
  }

  #stateOf(symbol: string): SymbolState | undefined {
    const known = this.#states.get(symbol);
    if (known !== undefined) return known;
    if (!this.#world.isListed(symbol)) {
      if (this.#unlisted.size < unlistedMax) this.#unlisted.add(symbol);
      else this.#isUnlistedFull = true;
      return undefined;
    }
    const state = { symbol, seq: 0, held: undefined, shortCount: 0, missCount: 0, dueMs: 0 };
    this.#states.set(symbol, state);
    return state;
  }

  #markUnknown(symbol: string): SymbolState | undefined {
    const state = this.#states.get(symbol);
    if (state === undefined) return undefined;
    state.seq = 0;
    state.held ??= [];
    state.shortCount = 0;
    this.#waiting.add(state);
    return state;
  }

  #backOff(state: SymbolState, nowMs: number): void {
    // No pause the first time: a message may have arrived between request and answer.
    const pauseMs = state.missCount === 0 ? 0 : retryMsMin * 2 ** (state.missCount - 1);
    state.dueMs = nowMs + Math.min(retryMsMax, pauseMs);
    state.missCount += 1;
    this.#backedOff.add(state);
  }

  #resetBackoff(state: SymbolState): void {
    state.missCount = 0;
    state.dueMs = 0;
    this.#backedOff.delete(state);
  }

  /** Delivers a message that replaces all earlier ones. */
  #restartAt(state: SymbolState, message: SymbolMessage, out: FeedMessage[]): void {
    state.seq = message.seq;
    out.push(message);
    if (state.held !== undefined) this.#release(state, out);
  }

  #hold(state: SymbolState, message: SymbolMessage): void {
    if (state.held === undefined) {
      this.#world.onGap();
      state.held = [];
      state.shortCount = 0;
      this.#waiting.add(state);
    }
    if (state.held.length === heldMax || this.#heldTotal >= heldTotalMax) {
      this.#heldTotal -= state.held.length;
      state.held.length = 0;
    }
    state.held.push(message);
    this.#heldTotal += 1;
  }

  /** Delivers held messages up to the next gap. After two snapshots that are too old, the rest is dropped. */
  #release(state: SymbolState, out: FeedMessage[]): void {
    const held = state.held ?? [];
    let next = 0;
    for (let message = held[next]; message !== undefined; message = held[++next]) {
      if (message.seq > state.seq + 1) break;
      if (message.seq === state.seq + 1) {
        state.seq = message.seq;
        out.push(message);
      }
    }
    state.shortCount += 1;
    if (next === held.length) state.shortCount = 0;
    else if (state.shortCount < shortMax) {
      state.held = held.slice(next);
      this.#heldTotal -= next;
      return;
    }
    this.#heldTotal -= held.length;
    state.held = undefined;
    this.#waiting.delete(state);
  }
}

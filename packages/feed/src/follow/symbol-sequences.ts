import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";

type SymbolMessage = Exclude<FeedMessage, { readonly kind: "heartbeat" }>;

type Row = {
  readonly symbol: string;
  /** The number of the last message that was handed over. */
  seq: number;
  /** What came after something that is missing. */
  held: SymbolMessage[] | undefined;
  /** How many snapshots did not reach what is held. */
  shortCount: number;
  /** How often asking for it has come to nothing since it was last in order. */
  missCount: number;
  /** When it is to be asked for, if it is held. */
  dueMs: number;
};

/** A snapshot makes up for more than that as well. */
const heldMax = 64;

/** Of all symbols together, beside one message each; the longest that there are take 80 MB then, usual ones 2. */
const heldTotalMax = 10_000;

/** So many symbols are remembered that were told of and are not listed, to be asked for should they be. */
const unlistedMax = 10_000;

/** What as many snapshots do not reach is let go. */
const shortMax = 2;

/** A symbol that no answer helps is asked for later each time, so that it costs publishers and followers next to nothing. */
const againMsMin = 100;
const againMsMax = 30_000;

type SequencesWorld = {
  /** Asked of a symbol that was not told of before; of one that is not listed nothing is kept, and nothing handed over. */
  readonly isListed: (symbol: string) => boolean;
  readonly gap: () => void;
  readonly heal: () => void;
};

/**
 * Sees to it that messages of a symbol are handed over in their order and without a hole. Where one is missing, those
 * behind it are held until a snapshot makes up for it; a day and a snapshot need nothing that came before.
 */
export class SymbolSequences {
  readonly #rows = new Map<string, Row>();
  readonly #held = new Set<Row>();
  /** Those that asking has come to nothing for. */
  readonly #missed = new Set<Row>();
  readonly #world: SequencesWorld;
  #heldTotal = 0;
  readonly #unlisted = new Set<string>();
  #isUnlistedFull = false;

  constructor(world: SequencesWorld) {
    this.#world = world;
  }

  /** Takes a message, and adds to `out` what may be handed over. */
  take(message: SymbolMessage, out: FeedMessage[]): void {
    const row = this.#rowOf(message.symbol);
    if (row === undefined || message.seq <= row.seq) return;
    if (row.held === undefined && message.seq === row.seq + 1) {
      row.seq = message.seq;
      out.push(message);
    } else if (message.kind === "day" || message.kind === "snapshot") {
      this.#stand(row, message, out);
    } else {
      this.#hold(row, message);
    }
  }

  /** Takes a snapshot that was asked for. */
  heal(snapshot: FeedSnapshot, out: FeedMessage[]): void {
    const row = this.#rowOf(snapshot.symbol);
    if (row === undefined) return;
    if (snapshot.seq > row.seq) {
      this.#world.heal();
      this.#stand(row, snapshot, out);
    } else if (row.held !== undefined) {
      // Whoever publishes knows of nothing newer, so that what is held is not of this publisher, or of a later moment.
      this.#release(row, out);
    }
  }

  /** Forgets where a symbol stands, so that a snapshot is asked for at once; of one that was never told of there is none. */
  need(symbol: string): void {
    if (this.#unlisted.delete(symbol) || this.#isUnlistedFull) this.#rowOf(symbol);
    const row = this.#lack(symbol);
    if (row !== undefined) this.#find(row);
  }

  /** Takes note of a symbol of which something that was handed over could not be taken. */
  refuse(symbol: string, nowMs: number): void {
    const row = this.#lack(symbol);
    if (row !== undefined) this.#miss(row, nowMs);
  }

  /** Takes note of a snapshot that can't be read; where it knows of more than was handed over, another is needed. */
  lose(symbol: string, seq: number): boolean {
    const row = this.#rowOf(symbol);
    if (row === undefined || seq <= row.seq) return false;
    row.held ??= [];
    this.#held.add(row);
    return true;
  }

  /** Takes note of symbols that were asked for, where the answer has not reached them. */
  miss(symbols: Iterable<string>, nowMs: number): void {
    for (const symbol of symbols) {
      const row = this.#rows.get(symbol);
      if (row !== undefined && this.#held.has(row)) this.#miss(row, nowMs);
    }
  }

  /** Takes note that messages were taken, but for those of symbols that were refused before this is called. */
  settle(messages: readonly FeedMessage[]): void {
    if (this.#missed.size === 0) return;
    for (const message of messages) {
      if (message.kind === "heartbeat") continue;
      const row = this.#rows.get(message.symbol);
      if (row === undefined || this.#held.has(row)) continue;
      // A snapshot behind which too much was let go has settled nothing.
      if (message.kind !== "snapshot" || row.shortCount < shortMax) this.#find(row);
    }
  }

  /** Names those whose turn it is to be asked for. */
  heldSymbols(nowMs: number): string[] {
    return [...this.#held].filter(({ dueMs }) => dueMs <= nowMs).map(({ symbol }) => symbol);
  }

  /** How much is kept. */
  sizes(): { readonly symbols: number; readonly messages: number; readonly unlisted: number } {
    return { symbols: this.#rows.size, messages: this.#heldTotal, unlisted: this.#unlisted.size };
  }

  /** Forgets all numbers, as when another publisher begins to count. */
  forget(): void {
    this.#rows.clear();
    this.#held.clear();
    this.#missed.clear();
    this.#heldTotal = 0;
    this.#unlisted.clear();
    this.#isUnlistedFull = false;
  }

  #rowOf(symbol: string): Row | undefined {
    const known = this.#rows.get(symbol);
    if (known !== undefined) return known;
    if (!this.#world.isListed(symbol)) {
      if (this.#unlisted.size < unlistedMax) this.#unlisted.add(symbol);
      else this.#isUnlistedFull = true;
      return undefined;
    }
    const row = { symbol, seq: 0, held: undefined, shortCount: 0, missCount: 0, dueMs: 0 };
    this.#rows.set(symbol, row);
    return row;
  }

  #lack(symbol: string): Row | undefined {
    const row = this.#rows.get(symbol);
    if (row === undefined) return undefined;
    row.seq = 0;
    row.held ??= [];
    row.shortCount = 0;
    this.#held.add(row);
    return row;
  }

  #miss(row: Row, nowMs: number): void {
    // The first time may have been one message that came in between.
    const pauseMs = row.missCount === 0 ? 0 : againMsMin * 2 ** (row.missCount - 1);
    row.dueMs = nowMs + Math.min(againMsMax, pauseMs);
    row.missCount += 1;
    this.#missed.add(row);
  }

  #find(row: Row): void {
    row.missCount = 0;
    row.dueMs = 0;
    this.#missed.delete(row);
  }

  /** Hands over what stands for all that came before. */
  #stand(row: Row, message: SymbolMessage, out: FeedMessage[]): void {
    row.seq = message.seq;
    out.push(message);
    if (row.held !== undefined) this.#release(row, out);
  }

  #hold(row: Row, message: SymbolMessage): void {
    if (row.held === undefined) {
      this.#world.gap();
      row.held = [];
      row.shortCount = 0;
      this.#held.add(row);
    }
    if (row.held.length === heldMax || this.#heldTotal >= heldTotalMax) {
      this.#heldTotal -= row.held.length;
      row.held.length = 0;
    }
    row.held.push(message);
    this.#heldTotal += 1;
  }

  /** Hands over what is held, as far as nothing is missing; what is out of reach twice is let go. */
  #release(row: Row, out: FeedMessage[]): void {
    const held = row.held ?? [];
    let next = 0;
    for (let message = held[next]; message !== undefined; message = held[++next]) {
      if (message.seq > row.seq + 1) break;
      if (message.seq === row.seq + 1) {
        row.seq = message.seq;
        out.push(message);
      }
    }
    row.shortCount += 1;
    if (next === held.length) row.shortCount = 0;
    else if (row.shortCount < shortMax) {
      row.held = held.slice(next);
      this.#heldTotal -= next;
      return;
    }
    this.#heldTotal -= held.length;
    row.held = undefined;
    this.#held.delete(row);
  }
}

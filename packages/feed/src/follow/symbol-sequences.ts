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
};

/** A snapshot makes up for more than that as well. */
const heldMax = 64;

/**
 * Sees to it that messages of a symbol are handed over in their order and without a hole. Where one is missing, those
 * behind it are held until a snapshot makes up for it; a day and a snapshot need nothing that came before.
 */
export class SymbolSequences {
  readonly #rows = new Map<string, Row>();
  readonly #held = new Set<Row>();
  readonly #tell: { readonly gap: () => void; readonly heal: () => void };

  constructor(tell: { readonly gap: () => void; readonly heal: () => void }) {
    this.#tell = tell;
  }

  /** Takes a message, and adds to `out` what may be handed over. */
  take(message: SymbolMessage, out: FeedMessage[]): void {
    const row = this.#rowOf(message.symbol);
    if (message.seq <= row.seq) return;
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
    if (snapshot.seq > row.seq) {
      this.#tell.heal();
      this.#stand(row, snapshot, out);
    } else if (row.held !== undefined) {
      // Whoever publishes knows of nothing newer, so that what is held is not of this publisher, or of a later moment.
      this.#release(row, out);
    }
  }

  /** Forgets where a symbol stands, so that a snapshot is asked for; of one that was never told of there is none. */
  lack(symbol: string): void {
    const row = this.#rows.get(symbol);
    if (row === undefined) return;
    row.seq = 0;
    row.held ??= [];
    row.shortCount = 0;
    this.#held.add(row);
  }

  heldSymbols(): string[] {
    return [...this.#held].map(({ symbol }) => symbol);
  }

  heldCount(): number {
    return this.#held.size;
  }

  /** Forgets all numbers, as when another publisher begins to count. */
  forget(): void {
    this.#rows.clear();
    this.#held.clear();
  }

  #rowOf(symbol: string): Row {
    let row = this.#rows.get(symbol);
    if (row === undefined) {
      row = { symbol, seq: 0, held: undefined, shortCount: 0 };
      this.#rows.set(symbol, row);
    }
    return row;
  }

  /** Hands over what stands for all that came before. */
  #stand(row: Row, message: SymbolMessage, out: FeedMessage[]): void {
    row.seq = message.seq;
    out.push(message);
    if (row.held !== undefined) this.#release(row, out);
  }

  #hold(row: Row, message: SymbolMessage): void {
    if (row.held === undefined) {
      this.#tell.gap();
      row.held = [];
      row.shortCount = 0;
      this.#held.add(row);
    }
    if (row.held.length === heldMax) row.held.length = 0;
    row.held.push(message);
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
    if (next < held.length && row.shortCount < 2) {
      row.held = held.slice(next);
      return;
    }
    row.held = undefined;
    this.#held.delete(row);
  }
}

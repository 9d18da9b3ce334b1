/** All orders at one price, to be written over. */
type RoomLevel = { price: bigint; quantity: number };

/** A trade that is written over. */
export type RoomTrade = {
  readonly kind: "trade";
  symbol: string;
  seq: number;
  atMs: number;
  price: bigint;
  quantity: number;
  side: "buy" | "sell" | "none";
};

/** A book that is written over, its levels in the objects that were there before. */
export type RoomDepth = {
  readonly kind: "depth";
  symbol: string;
  seq: number;
  atMs: number;
  readonly bids: RoomLevel[];
  readonly asks: RoomLevel[];
};

/** Frames hold a hundred messages; what one that holds more than this has beyond it is made and let go. */
const keptMax = 256;

/**
 * The trades and books of one frame, which those of the next are read into: objects that are made for each of a hundred
 * thousand changes a second, and thrown away, are half of all that a server has to collect.
 */
export class MessageRoom {
  readonly #trades: RoomTrade[] = [];
  readonly #depths: RoomDepth[] = [];
  #tradeCount = 0;
  #depthCount = 0;

  /** Lets everything that was read before be written over. */
  clear(): void {
    this.#tradeCount = 0;
    this.#depthCount = 0;
  }

  /** A trade that says whatever one before it did. */
  trade(): RoomTrade {
    const known = this.#trades[this.#tradeCount++];
    if (known !== undefined) return known;
    const made: RoomTrade = {
      kind: "trade",
      symbol: "",
      seq: 0,
      atMs: 0,
      price: 0n,
      quantity: 0,
      side: "none",
    };
    if (this.#trades.length < keptMax) this.#trades.push(made);
    return made;
  }

  /** A book that says whatever one before it did. */
  depth(): RoomDepth {
    const known = this.#depths[this.#depthCount++];
    if (known !== undefined) return known;
    const made: RoomDepth = { kind: "depth", symbol: "", seq: 0, atMs: 0, bids: [], asks: [] };
    if (this.#depths.length < keptMax) this.#depths.push(made);
    return made;
  }
}

export type BookSide = "buy" | "sell";

/** An order at a rung, which is an index into the prices of the day. The caller chooses the id. */
export type Order = {
  readonly id: number;
  readonly side: BookSide;
  readonly rung: number;
  readonly quantity: number;
};

/** A trade with a resting order, at the price of that order. */
export type Fill = { readonly restingId: number; readonly rung: number; readonly quantity: number };

/** The quantity of all orders at one rung. */
export type RungQuantity = { readonly rung: number; readonly quantity: number };

/** The order book of one symbol, with priority by price, then by time. */
export class OrderBook {
  readonly #rungCount: number;
  readonly #ladders: Readonly<Record<BookSide, Ladder>>;

  /** Creates an empty book for a day with this many prices. */
  constructor(rungCount: number) {
    this.#rungCount = rungCount;
    this.#ladders = { buy: new Ladder(rungCount), sell: new Ladder(rungCount) };
  }

  /** Matches an order with the other side, and adds what is left of it to the book. */
  place(order: Order): readonly Fill[] {
    const other = order.side === "buy" ? "sell" : "buy";
    const ladder = this.#ladders[other];
    const reach = this.#flip(other, order.rung);
    const fills: Fill[] = [];
    let { quantity } = order;
    while (quantity > 0 && ladder.best >= reach) {
      const rung = this.#flip(other, ladder.best);
      const { id: restingId, taken } = ladder.takeBest(quantity);
      fills.push({ restingId, rung, quantity: taken });
      quantity -= taken;
    }
    if (quantity > 0) this.rest({ ...order, quantity });
    return fills;
  }

  /** Adds an order without matching it, as during an auction. */
  rest({ id, side, rung, quantity }: Order): void {
    this.#ladders[side].add(this.#flip(side, rung), { id, quantity });
  }

  /** Matches a quantity of the best orders of both sides with each other, as at the end of an auction. */
  takeBoth(quantity: number): void {
    for (const ladder of Object.values(this.#ladders)) {
      for (let left = quantity; left > 0; ) left -= ladder.takeBest(left).taken;
    }
  }

  cancelYoungest(side: BookSide, rung: number): void {
    this.#ladders[side].removeYoungest(this.#flip(side, rung));
  }

  /** The rungs with orders, best first. */
  bestRungs(side: BookSide, countMax: number): readonly RungQuantity[] {
    const { best, quantities } = this.#ladders[side];
    const found: RungQuantity[] = [];
    for (let rung = best; rung >= 0 && found.length < countMax; rung -= 1) {
      const quantity = quantities[rung] ?? 0;
      if (quantity > 0) found.push({ rung: this.#flip(side, rung), quantity });
    }
    return found;
  }

  worstRung(side: BookSide): number | undefined {
    const rung = this.#ladders[side].quantities.findIndex((quantity) => quantity > 0);
    return rung < 0 ? undefined : this.#flip(side, rung);
  }

  orderCount(side: BookSide): number {
    return this.#ladders[side].orderCount;
  }

  #flip(side: BookSide, rung: number): number {
    return side === "buy" ? rung : this.#rungCount - 1 - rung;
  }
}

type Resting = { readonly id: number; quantity: number };

/** One side of a book. The best rung is the highest, so the rungs of the sell side are mirrored. */
class Ladder {
  readonly quantities: Float64Array;
  best = -1;
  orderCount = 0;
  readonly #queues: (Resting[] | undefined)[];

  constructor(rungCount: number) {
    this.quantities = new Float64Array(rungCount);
    this.#queues = Array(rungCount);
  }

  add(rung: number, order: Resting): void {
    const queue = this.#queues[rung] ?? [];
    this.#queues[rung] = queue;
    queue.push(order);
    this.orderCount += 1;
    this.best = Math.max(this.best, rung);
    this.#change(rung, order.quantity);
  }

  takeBest(quantityMax: number): { readonly id: number; readonly taken: number } {
    const queue = this.#queues[this.best] ?? [];
    const [oldest] = queue;
    if (oldest === undefined) throw new RangeError("Cannot take more from a book than it contains.");
    const taken = Math.min(quantityMax, oldest.quantity);
    oldest.quantity -= taken;
    if (oldest.quantity === 0) {
      queue.shift();
      this.orderCount -= 1;
    }
    this.#change(this.best, -taken);
    return { id: oldest.id, taken };
  }

  removeYoungest(rung: number): void {
    const youngest = this.#queues[rung]?.pop();
    if (youngest === undefined) return;
    this.orderCount -= 1;
    this.#change(rung, -youngest.quantity);
  }

  #change(rung: number, change: number): void {
    this.quantities[rung] = (this.quantities[rung] ?? 0) + change;
    while (this.best >= 0 && this.quantities[this.best] === 0) this.best -= 1;
  }
}

/** The price of an auction and the quantity traded at it. */
type AuctionPrice = { readonly rung: number; readonly quantity: number };

/**
 * Finds the price with the largest volume. Of several, it takes the one that leaves least unmatched, then the nearest to the last
 * price, then the higher one. Undefined if no buyer meets a seller.
 */
export function findAuctionPrice(book: OrderBook, rungBefore: number): AuctionPrice | undefined {
  const bids = book.bestRungs("buy", Number.POSITIVE_INFINITY);
  const asks = book.bestRungs("sell", Number.POSITIVE_INFINITY);
  const [highest = -1, lowest = 0] = [bids[0]?.rung, asks[0]?.rung];
  let found: Candidate | undefined;
  // From the top, so that the higher of two equally good prices is kept.
  for (let rung = highest; rung >= lowest && asks.length > 0; rung -= 1) {
    const demand = sumOf(bids.filter((bid) => bid.rung >= rung));
    const supply = sumOf(asks.filter((ask) => ask.rung <= rung));
    const candidate = { rung, quantity: Math.min(demand, supply), unmatched: Math.abs(demand - supply) };
    if (found === undefined || isBetter(candidate, found, rungBefore)) found = candidate;
  }
  return found && { rung: found.rung, quantity: found.quantity };
}

type Candidate = AuctionPrice & { readonly unmatched: number };

function isBetter(candidate: Candidate, other: Candidate, rungBefore: number): boolean {
  if (candidate.quantity !== other.quantity) return candidate.quantity > other.quantity;
  if (candidate.unmatched !== other.unmatched) return candidate.unmatched < other.unmatched;
  return Math.abs(candidate.rung - rungBefore) < Math.abs(other.rung - rungBefore);
}

function sumOf(rungs: readonly RungQuantity[]): number {
  return rungs.reduce((sum, { quantity }) => sum + quantity, 0);
}

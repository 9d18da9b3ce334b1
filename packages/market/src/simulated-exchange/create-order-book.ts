/** On which side of a book an order stands. */
export type BookSide = "buy" | "sell";

/** An order at a rung of the day's prices; the id is the caller's own. */
export type Order = {
  readonly id: number;
  readonly side: BookSide;
  readonly rung: number;
  readonly quantity: number;
};

/** A trade with an order that stood in the book, at that order's price. */
export type Fill = { readonly restingId: number; readonly rung: number; readonly quantity: number };

/** All orders at one price. */
export type RungQuantity = { readonly rung: number; readonly quantity: number };

/** The orders of one symbol; the better price goes first, and at one price whoever came first. */
export interface OrderBook {
  /** Trades an order with those it meets, and lets the rest of it stand. */
  place(order: Order): readonly Fill[];
  /** Lets an order stand without trading it, as it does until an auction ends. */
  rest(order: Order): void;
  /** Trades so much of the best orders of both sides with each other. */
  takeBoth(quantity: number): void;
  /** Takes the youngest order at a rung back. */
  cancelYoungest(side: BookSide, rung: number): void;
  /** Gives the rungs that have orders, best first. */
  bestRungs(side: BookSide, countMax: number): readonly RungQuantity[];
  /** Gives the rung with orders that is farthest from trading. */
  worstRung(side: BookSide): number | undefined;
  /** Gives how many orders stand. */
  orderCount(side: BookSide): number;
}

type Resting = { readonly id: number; quantity: number };

/** One side, with rungs counted so that the best is the highest: the other way round for sellers. */
type Ladder = {
  readonly queues: (Resting[] | undefined)[];
  readonly quantities: Float64Array;
  best: number;
  orderCount: number;
};

/** Opens an empty book for as many rungs as a day has prices. */
export function createOrderBook(rungCount: number): OrderBook {
  const ladders = { buy: ladderOf(rungCount), sell: ladderOf(rungCount) };
  const flip = (side: BookSide, rung: number) => (side === "buy" ? rung : rungCount - 1 - rung);
  const rest = (order: Order) => addTo(ladders[order.side], flip(order.side, order.rung), order);
  return {
    rest,
    place(order) {
      const other = order.side === "buy" ? "sell" : "buy";
      const reach = flip(other, order.rung);
      const fills: Fill[] = [];
      let { quantity } = order;
      while (quantity > 0 && ladders[other].best >= reach) {
        const rung = flip(other, ladders[other].best);
        const { id: restingId, taken } = takeBest(ladders[other], quantity);
        fills.push({ restingId, rung, quantity: taken });
        quantity -= taken;
      }
      if (quantity > 0) rest({ ...order, quantity });
      return fills;
    },
    takeBoth(quantity) {
      for (const ladder of [ladders.buy, ladders.sell]) {
        for (let left = quantity; left > 0; ) left -= takeBest(ladder, left).taken;
      }
    },
    cancelYoungest(side, rung) {
      removeYoungest(ladders[side], flip(side, rung));
    },
    bestRungs(side, countMax) {
      return bestOf(ladders[side], countMax).map(({ rung, quantity }) => ({
        rung: flip(side, rung),
        quantity,
      }));
    },
    worstRung(side) {
      const rung = ladders[side].quantities.findIndex((quantity) => quantity > 0);
      return rung < 0 ? undefined : flip(side, rung);
    },
    orderCount: (side) => ladders[side].orderCount,
  };
}

function ladderOf(rungCount: number): Ladder {
  return { queues: Array(rungCount), quantities: new Float64Array(rungCount), best: -1, orderCount: 0 };
}

function addTo(ladder: Ladder, rung: number, { id, quantity }: Order): void {
  const queue = ladder.queues[rung] ?? [];
  ladder.queues[rung] = queue;
  queue.push({ id, quantity });
  changeQuantity(ladder, rung, quantity);
  ladder.orderCount += 1;
  if (rung > ladder.best) ladder.best = rung;
}

function takeBest(ladder: Ladder, quantityMax: number): { id: number; taken: number } {
  const queue = ladder.queues[ladder.best] ?? [];
  const [oldest] = queue;
  if (oldest === undefined) throw new RangeError("More is taken from a book than stands in it.");
  const taken = Math.min(quantityMax, oldest.quantity);
  oldest.quantity -= taken;
  changeQuantity(ladder, ladder.best, -taken);
  if (oldest.quantity === 0) {
    queue.shift();
    ladder.orderCount -= 1;
  }
  lowerBest(ladder);
  return { id: oldest.id, taken };
}

function removeYoungest(ladder: Ladder, rung: number): void {
  const youngest = ladder.queues[rung]?.pop();
  if (youngest === undefined) return;
  changeQuantity(ladder, rung, -youngest.quantity);
  ladder.orderCount -= 1;
  lowerBest(ladder);
}

function changeQuantity({ quantities }: Ladder, rung: number, change: number): void {
  quantities[rung] = (quantities[rung] ?? 0) + change;
}

function lowerBest(ladder: Ladder): void {
  while (ladder.best >= 0 && ladder.quantities[ladder.best] === 0) ladder.best -= 1;
}

function bestOf({ quantities, best }: Ladder, countMax: number): RungQuantity[] {
  const found: RungQuantity[] = [];
  for (let rung = best; rung >= 0 && found.length < countMax; rung -= 1) {
    const quantity = quantities[rung] ?? 0;
    if (quantity > 0) found.push({ rung, quantity });
  }
  return found;
}

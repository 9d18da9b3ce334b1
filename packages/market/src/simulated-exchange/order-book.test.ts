import fc from "fast-check";
import { expect, test } from "vitest";
import { type Fill, type Order, OrderBook } from "./order-book.ts";

const rungCount = 12;

const anyAct = fc.record({
  isCancel: fc.nat({ max: 4 }).map((number) => number === 0),
  side: fc.constantFrom("buy", "sell"),
  rung: fc.nat({ max: rungCount - 1 }),
  quantity: fc.integer({ min: 1, max: 9 }),
});

test("matches by price, then by time, and never leaves the book crossed", () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 60 }), (acts) => {
      const book = new OrderBook(rungCount);
      let standing: Order[] = [];
      for (const [id, { isCancel, ...rest }] of acts.entries()) {
        if (isCancel) {
          book.cancelYoungest(rest.side, rest.rung);
          standing = withoutYoungest(standing, rest);
        } else {
          const expected = matched(standing, { id, ...rest });
          expect(book.place({ id, ...rest })).toEqual(expected.fills);
          standing = expected.standing;
        }
        for (const side of ["buy", "sell"] as const) {
          expect(book.bestRungs(side, 99)).toEqual(rungsOf(standing, side));
          expect(book.worstRung(side)).toBe(rungsOf(standing, side).at(-1)?.rung);
          expect(book.orderCount(side)).toBe(standing.filter((order) => order.side === side).length);
        }
        const [bid = -1, ask = rungCount] = [
          book.bestRungs("buy", 1)[0]?.rung,
          book.bestRungs("sell", 1)[0]?.rung,
        ];
        expect(bid).toBeLessThan(ask);
      }
    }),
  );
});

test("an order meets the oldest order of the best price first, and the rest of it stays in the book", () => {
  const book = new OrderBook(rungCount);
  book.place({ id: 1, side: "sell", rung: 6, quantity: 100 });
  book.place({ id: 2, side: "sell", rung: 5, quantity: 100 });
  book.place({ id: 3, side: "sell", rung: 5, quantity: 200 });
  expect(book.place({ id: 4, side: "buy", rung: 5, quantity: 400 })).toEqual([
    { restingId: 2, rung: 5, quantity: 100 },
    { restingId: 3, rung: 5, quantity: 200 },
  ]);
  expect(book.bestRungs("buy", 3)).toEqual([{ rung: 5, quantity: 100 }]);
  expect(book.bestRungs("sell", 3)).toEqual([{ rung: 6, quantity: 100 }]);
});

test("throws if more is taken than the book contains", () => {
  const book = new OrderBook(rungCount);
  book.rest({ id: 1, side: "buy", rung: 6, quantity: 100 });
  book.rest({ id: 2, side: "sell", rung: 6, quantity: 200 });
  expect(() => book.takeBoth(200)).toThrow(RangeError);
});

/** The plain reference implementation of a book. */
function matched(standing: readonly Order[], order: Order): { fills: Fill[]; standing: Order[] } {
  const fills: Fill[] = [];
  let { quantity } = order;
  let left = [...standing];
  for (const resting of inPriority(standing, order.side === "buy" ? "sell" : "buy")) {
    const isMet = order.side === "buy" ? resting.rung <= order.rung : resting.rung >= order.rung;
    const taken = Math.min(quantity, resting.quantity);
    if (!isMet || taken === 0) break;
    fills.push({ restingId: resting.id, rung: resting.rung, quantity: taken });
    quantity -= taken;
    left = left.flatMap((each) => {
      if (each.id !== resting.id) return [each];
      return taken === each.quantity ? [] : [{ ...each, quantity: each.quantity - taken }];
    });
  }
  return { fills, standing: quantity > 0 ? [...left, { ...order, quantity }] : left };
}

function inPriority(orders: readonly Order[], side: Order["side"]): Order[] {
  const direction = side === "buy" ? -1 : 1;
  return orders
    .filter((order) => order.side === side)
    .toSorted((a, b) => (a.rung - b.rung) * direction || a.id - b.id);
}

function withoutYoungest(orders: readonly Order[], { side, rung }: Pick<Order, "side" | "rung">): Order[] {
  const youngest = orders.findLast((order) => order.side === side && order.rung === rung);
  return orders.filter((order) => order !== youngest);
}

function rungsOf(orders: readonly Order[], side: Order["side"]) {
  const sums = new Map<number, number>();
  for (const { rung, quantity } of inPriority(orders, side)) sums.set(rung, (sums.get(rung) ?? 0) + quantity);
  return [...sums].map(([rung, quantity]) => ({ rung, quantity }));
}

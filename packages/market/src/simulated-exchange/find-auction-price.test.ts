import fc from "fast-check";
import { expect, test } from "vitest";
import { findAuctionPrice, type Order, OrderBook } from "./order-book.ts";

const rungCount = 10;

test("an auction trades at the price with the largest volume", () => {
  const book = bookOf([
    ["buy", 7, 300],
    ["buy", 5, 400],
    ["sell", 4, 200],
    ["sell", 5, 300],
    ["sell", 7, 500],
  ]);
  expect(findAuctionPrice(book, 0)).toEqual({ rung: 5, quantity: 500 });
});

test("takes the price that leaves least unmatched among those with the same volume", () => {
  const book = bookOf([
    ["buy", 8, 300],
    ["buy", 5, 200],
    ["sell", 4, 300],
  ]);
  expect(findAuctionPrice(book, 4)).toEqual({ rung: 6, quantity: 300 });
});

test("then takes the price nearest to the last one, then the higher", () => {
  const orders: OrderText[] = [
    ["buy", 8, 300],
    ["sell", 4, 300],
  ];
  expect(findAuctionPrice(bookOf(orders), 5)).toEqual({ rung: 5, quantity: 300 });
  expect(findAuctionPrice(bookOf(orders), 0)).toEqual({ rung: 4, quantity: 300 });
  expect(findAuctionPrice(bookOf(orders), 9)).toEqual({ rung: 8, quantity: 300 });
});

test("finds no price if no buyer meets a seller", () => {
  expect(findAuctionPrice(bookOf([]), 5)).toBeUndefined();
  expect(findAuctionPrice(bookOf([["buy", 5, 100]]), 5)).toBeUndefined();
  expect(findAuctionPrice(bookOf([["sell", 5, 100]]), 5)).toBeUndefined();
  const apart: OrderText[] = [
    ["buy", 4, 100],
    ["sell", 5, 100],
  ];
  expect(findAuctionPrice(bookOf(apart), 5)).toBeUndefined();
});

test("no other price trades more, and the book is not crossed afterwards", () => {
  const anyOrder = fc.tuple(
    fc.constantFrom("buy", "sell"),
    fc.nat({ max: rungCount - 1 }),
    fc.integer({ min: 1, max: 9 }),
  );
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 40 }), fc.nat({ max: rungCount - 1 }), (orders, before) => {
      const book = bookOf(orders);
      const volumeAt = (rung: number) =>
        Math.min(
          sumOf(orders.filter(([side, each]) => side === "buy" && each >= rung)),
          sumOf(orders.filter(([side, each]) => side === "sell" && each <= rung)),
        );
      const volumes = Array.from({ length: rungCount }, (_, rung) => volumeAt(rung));
      const found = findAuctionPrice(book, before);
      expect(found?.quantity ?? 0).toBe(Math.max(...volumes));
      if (found === undefined) return;
      expect(volumes[found.rung]).toBe(found.quantity);
      book.takeBoth(found.quantity);
      const [bid = -1, ask = rungCount] = [
        book.bestRungs("buy", 1)[0]?.rung,
        book.bestRungs("sell", 1)[0]?.rung,
      ];
      expect(bid).toBeLessThan(ask);
    }),
  );
});

type OrderText = readonly [side: Order["side"], rung: number, quantity: number];

function bookOf(orders: readonly OrderText[]): OrderBook {
  const book = new OrderBook(rungCount);
  for (const [id, [side, rung, quantity]] of orders.entries()) book.rest({ id, side, rung, quantity });
  return book;
}

function sumOf(orders: readonly OrderText[]): number {
  return orders.reduce((sum, [, , quantity]) => sum + quantity, 0);
}

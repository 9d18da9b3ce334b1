import { expect, test } from "vitest";
import { shareNamed } from "../testing/list-some-instruments.ts";
import type { SymbolMessage } from "./messages.ts";
import { QuoteBoard } from "./quote-board.ts";

const monday = "2026-11-23";
const tuesday = "2026-11-24";

let seq = 0;

function trade(atMs: number, price: bigint): SymbolMessage {
  seq += 1;
  return { kind: "trade", symbol: "FPT", seq, atMs, price, quantity: 100, side: "none" };
}

function day(date: string, referencePrice: bigint, ofRun?: number): SymbolMessage {
  seq = ofRun ?? seq + 1;
  return { kind: "day", symbol: "FPT", seq, atMs: at(date, "08:30:00"), date, referencePrice };
}

function at(date: string, clock: string): number {
  return Date.parse(`${date}T${clock}+07:00`);
}

function boardAfter(...messages: readonly SymbolMessage[]): QuoteBoard {
  const board = new QuoteBoard([shareNamed("FPT", 80_000_000n)]);
  for (const message of messages) expect(board.apply(message)).toBe("applied");
  return board;
}

const closeOf = (board: QuoteBoard) => board.snapshotOf("FPT")?.quote.previousClose;

test("a new day keeps the price of the closing auction before it", () => {
  const board = boardAfter(
    day(monday, 80_000_000n, 1),
    trade(at(monday, "14:29:59"), 79_000_000n),
    trade(at(monday, "14:45:00"), 81_000_000n),
    day(tuesday, 40_500_000n),
  );
  expect(closeOf(board)).toEqual({ date: monday, price: 81_000_000n });
  board.apply(trade(at(tuesday, "14:45:00"), 41_000_000n));
  expect(closeOf(board)).toEqual({ date: monday, price: 81_000_000n });
  // The day is sent again.
  board.apply(day(tuesday, 40_400_000n));
  expect(closeOf(board)).toEqual({ date: monday, price: 81_000_000n });
});

test("a trade before the closing auction is no close, but the price that the feed sends as close is one", () => {
  const early = trade(at(monday, "14:29:59"), 79_000_000n);
  const board = boardAfter(day(monday, 80_000_000n, 1), { ...early, seq: 2 });
  seq = 2;
  const { quote } = board.snapshotOf("FPT") ?? {};
  board.apply(day(tuesday, 79_000_000n));
  expect(closeOf(board)).toBeUndefined();
  expect(quote).toBeDefined();
  const sent = boardAfter(
    day(monday, 80_000_000n, 1),
    { ...early, seq: 2 },
    { kind: "close", symbol: "FPT", seq: 3, atMs: at(monday, "14:45:00"), price: 78_900_000n },
    day(tuesday, 78_900_000n, 4),
  );
  expect(closeOf(sent)).toEqual({ date: monday, price: 78_900_000n });
});

test("survives a restart of the publisher and of the board, and a snapshot that does not know it", () => {
  const before = boardAfter(day(monday, 80_000_000n, 1), trade(at(monday, "14:45:00"), 81_000_000n));
  const kept = before.snapshotOf("FPT");
  if (kept?.kind !== "snapshot") throw new Error("There is no quote of FPT.");
  const close = { date: monday, price: 81_000_000n };
  // A publisher that began anew.
  before.apply(day(tuesday, 40_500_000n, 1));
  expect(closeOf(before)).toEqual(close);
  const restarted = boardAfter();
  restarted.restore(kept);
  const blind = boardAfter(day(tuesday, 40_500_000n, 1)).snapshotOf("FPT");
  if (blind?.kind !== "snapshot") throw new Error("There is no quote of FPT.");
  expect(restarted.apply(blind)).toBe("applied");
  expect(closeOf(restarted)).toEqual(close);
  // What the snapshot knows comes first.
  const known = { date: monday, price: 82_000_000n };
  restarted.apply({ ...blind, quote: { ...blind.quote, previousClose: known } });
  expect(closeOf(restarted)).toEqual(known);
});

import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { dayOf, trade } from "../testing/connect-follower.ts";
import { SymbolSequences } from "./symbol-sequences.ts";

type SymbolMessage = Exclude<FeedMessage, { readonly kind: "heartbeat" }>;

function openSequences(isListed: (symbol: string) => boolean) {
  return new SymbolSequences({ isListed, onGap: () => {}, onHeal: () => {} });
}

test("keeps no messages and ten thousand names of a million unlisted symbols", () => {
  const sequences = openSequences((symbol) => symbol === "FPT");
  const out: FeedMessage[] = [];
  const message = { ...trade("", 7) } as SymbolMessage & { symbol: string };
  for (let count = 0; count < 1_000_000; count += 1) {
    message.symbol = `X${count}`;
    sequences.take(message, out);
  }
  expect(sequences.sizes()).toEqual({ symbols: 0, messages: 0, unlisted: 10_000 });
  sequences.take(dayOf("FPT", 1) as SymbolMessage, out);
  expect(out).toEqual([dayOf("FPT", 1)]);
});

test("holds ten thousand messages of all waiting symbols, and always the last of each", () => {
  const sequences = openSequences(() => true);
  const out: FeedMessage[] = [];
  for (let seq = 3; seq < 33; seq += 1) {
    for (let count = 0; count < 1_000; count += 1) {
      sequences.take(trade(`X${count}`, seq) as SymbolMessage, out);
    }
  }
  expect(sequences.sizes().messages).toBeLessThanOrEqual(10_000);
  expect(sequences.dueSymbols(0)).toHaveLength(1_000);
  sequences.applySnapshot({ ...dayOf("X7", 31), kind: "snapshot" } as never, out);
  expect(out.map(({ kind, ...message }) => [kind, "seq" in message && message.seq])).toEqual([
    ["snapshot", 31],
    ["trade", 32],
  ]);
  for (let count = 0; count < 1_000; count += 1) {
    sequences.applySnapshot({ ...dayOf(`X${count}`, 40), kind: "snapshot" } as never, out);
  }
  expect(sequences.sizes()).toEqual({ symbols: 1_000, messages: 0, unlisted: 0 });
});

import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { dayOf, trade } from "../testing/connect-follower.ts";
import { SymbolSequences } from "./symbol-sequences.ts";

type SymbolMessage = Exclude<FeedMessage, { readonly kind: "heartbeat" }>;

function openSequences(isListed: (symbol: string) => boolean) {
  return new SymbolSequences({ isListed, gap: () => {}, heal: () => {} });
}

test("of a million symbols that are not listed no message is kept, and the names of ten thousand", () => {
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

test("symbols that wait for a snapshot hold ten thousand messages together, and the last of each beyond", () => {
  const sequences = openSequences(() => true);
  const out: FeedMessage[] = [];
  for (let seq = 3; seq < 33; seq += 1) {
    for (let count = 0; count < 1_000; count += 1) {
      sequences.take(trade(`X${count}`, seq) as SymbolMessage, out);
    }
  }
  expect(sequences.sizes().messages).toBeLessThanOrEqual(10_000);
  expect(sequences.heldSymbols(0)).toHaveLength(1_000);
  sequences.heal({ ...dayOf("X7", 31), kind: "snapshot" } as never, out);
  expect(out.map(({ kind, ...message }) => [kind, "seq" in message && message.seq])).toEqual([
    ["snapshot", 31],
    ["trade", 32],
  ]);
  for (let count = 0; count < 1_000; count += 1) {
    sequences.heal({ ...dayOf(`X${count}`, 40), kind: "snapshot" } as never, out);
  }
  expect(sequences.sizes()).toEqual({ symbols: 1_000, messages: 0, unlisted: 0 });
});

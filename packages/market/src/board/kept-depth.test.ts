import { expect, test } from "vitest";
import { KeptDepth } from "./kept-depth.ts";

const level = (price: bigint, quantity: number) => ({ price, quantity });

test("A book is given back as it was told, and each takes the place of the one before", () => {
  const kept = new KeptDepth();
  const largest = level(10n ** 18n, Number.MAX_SAFE_INTEGER);
  const wide = Array.from({ length: 50 }, (_, i) => level(BigInt(i + 1), i + 2));
  for (const depth of [
    { seq: 1, atMs: 5, bids: [largest, level(1n, 1)], asks: [level(3n, 7)] },
    { seq: 2, atMs: 6, bids: wide, asks: wide.toReversed() },
    { seq: 3, atMs: 7, bids: [], asks: [level(4n, 9)] },
  ]) {
    const { seq, atMs, bids, asks } = kept.keep(depth);
    expect({ seq, atMs, bids, asks }).toEqual(depth);
  }
});

import type { Store } from "@trading-oms/brokerage/ports";
import { expect } from "vitest";

/** Expects what the rows of schema 9 become. */
export async function expectConverted(store: Store): Promise<void> {
  const state = await store.readAccount({ userId: "u-1", accountId: "A-1" });
  expect(state?.positions.map(({ symbol, decisionPrice }) => [symbol, decisionPrice])).toEqual([
    ["FPT", { price: 80_000_000n, atMs: 1_500, seq: 7, isByHand: false }],
    ["HPG", { price: 9_007_199_254_740_991n, atMs: 1_600, seq: 0, isByHand: true }],
    ["VCB", { price: 90_000_000n, atMs: 1_700, seq: 8, isByHand: false, isPlayed: true }],
    ["VNM", undefined],
  ]);
  expect(state?.episodes.map((each) => [each.symbol, each.isOpen, each.isForceCloseNotified])).toEqual([
    ["FPT", true, true],
    ["HPG", false, false],
  ]);
  expect(state?.account).toMatchObject({ version: 3, equityVnd: 500n, openedAtMs: 1_000 });
  expect(state?.prices.marks).toEqual([
    { symbol: "FPT", price: 80_000_000n, atMs: 1_500, isByHand: false },
    { symbol: "HPG", price: 27_000_000n, atMs: 1_600, isByHand: true },
    { symbol: "VCB", price: 90_000_000n, atMs: 1_700, isByHand: false, isPlayed: true },
  ]);
  expect(await store.readOutcome("u-1", "k-1")).toEqual({
    idempotencyKey: "k-1",
    fingerprint: "f-1",
    answer: '{"kind":"done"}',
    atMs: 1_500,
  });
  expect(await store.countNotifications("u-1")).toEqual({ unread: 1, all: 1, newestId: 4_194_305 });
  expect(await store.listRates({ limit: 9 })).toMatchObject([{ name: "FPT", marginRatio: 50n }]);
  expect(await store.listExDates()).toEqual([]);
}

import type { AccountState, EpisodeRecord } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { findLeft, follow, untold, type WatchedSymbol } from "./market.ts";

const traded: WatchedSymbol = {
  symbol: "FPT",
  exchange: "HOSE",
  baseVnd: 100_000n,
  rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
};
const quiet = untold({
  ...{ userId: "lan", accountId: "A-1", traded, quantity: 1_000n, entryVnd: 100_000n },
});
const called = follow(quiet, 80_000n);
const forced = follow(called, 70_000n);
const ended = follow(forced, 90_000n);

test("returns a position until its stored episode is the expected one", () => {
  expect(findLeft([called], [state()])).toEqual([called]);
  expect(findLeft([called], [state({})])).toEqual([]);
  expect(findLeft([forced], [state({})])).toEqual([forced]);
  expect(findLeft([forced], [state({ isForceCloseNotified: true })])).toEqual([]);
  expect(findLeft([ended], [state({ isForceCloseNotified: true })])).toEqual([ended]);
  expect(findLeft([ended], [state({ isForceCloseNotified: true, isOpen: false })])).toEqual([]);
});

test("returns a position with an unexpected episode", () => {
  expect(findLeft([quiet], [state()])).toEqual([]);
  expect(findLeft([quiet], [state({})])).toEqual([quiet]);
  expect(findLeft([called], [state({ number: 2n })])).toEqual([called]);
});

function state(episode?: Partial<EpisodeRecord>): AccountState {
  const account = {
    userId: "lan",
    accountId: "A-1",
    version: 1,
    equityVnd: 0n,
    openedAtMs: 0,
    changedAtMs: 0,
    auditCount: 0,
    auditHash: "",
  };
  const open = { symbol: "FPT", number: 1n, isOpen: true, isForceCloseNotified: false };
  const episodes = episode === undefined ? [] : [{ ...open, reminder: 0n, openedAtMs: 0, ...episode }];
  const versions = { catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0, exDates: 0 };
  return { account, positions: [], episodes, notificationCount: 0, versions };
}

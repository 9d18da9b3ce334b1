import { QueryClient } from "@tanstack/react-query";
import { createClient } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import type { LiveEvent } from "@trading-oms/client/live";
import { createQueries } from "@trading-oms/client/query";
import type { Account, AccountList } from "@trading-oms/types/companion";
import { beforeEach, describe, expect, it } from "vitest";
import { cacheEvent, mergeQuote } from "./live-updates.ts";

const client = createClient({ baseUrl: "http://service.test" });
const queries = { ...createQueries(client), ...createQueries(createCompanion(client)) };
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
});

describe("mergeQuote", () => {
  const full = { symbol: "FPT", isFull: true, info: { lsPrc: 80_000, nomiPrc: 80_000 } };

  it("keeps what has not changed", () => {
    const merged = mergeQuote(full, { symbol: "FPT", isFull: false, info: { lsPrc: 79_900 } });
    expect(merged.info).toEqual({ lsPrc: 79_900, nomiPrc: 80_000 });
  });

  it("forgets all of it for a full one", () => {
    const merged = mergeQuote(full, { symbol: "FPT", isFull: true, info: { nomiPrc: 81_000 } });
    expect(merged.info).toEqual({ nomiPrc: 81_000 });
  });
});

describe("an account event", () => {
  const summary = {
    accountId: "888C000017",
    totalEquity: 80_000_000,
    maintenanceMargin: 40_000_000,
    tradingPower: 20_000_000,
    outstanding: 2_000_000,
    positionCount: 0,
    openCallCount: 1,
  };
  const account: Account = { ...summary, positions: [] };
  const event: LiveEvent = { event: "account", data: account };

  it("replaces the account, and its line in the list", () => {
    const other = { ...summary, accountId: "888C000018", openCallCount: 0 };
    const before: AccountList = { accounts: [{ ...summary, openCallCount: 0 }, other] };
    cache.setQueryData(queries.listAccounts().queryKey, before);
    cacheEvent(cache, queries, event);
    expect(cache.getQueryData(queries.getAccount("888C000017").queryKey)).toEqual(account);
    expect(cache.getQueryData(queries.listAccounts().queryKey)).toEqual({ accounts: [summary, other] });
  });
});

describe("a notification", () => {
  it("makes the count and the pages stale", () => {
    const { queryKey } = queries.countNotifications();
    cache.setQueryData(queryKey, { unread: 0, all: 0, newestId: 0 });
    const notification = { event: "notification", id: "7", data: { id: 7 } } as unknown as LiveEvent;
    cacheEvent(cache, queries, notification);
    expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});

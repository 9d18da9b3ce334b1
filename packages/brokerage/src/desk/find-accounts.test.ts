/** Accounts are found by the beginning of their name or of their user. */
import { expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { reservedUserId } from "../accounts/chains.ts";
import { planDesk } from "../testing/plan-desk.ts";
import { findAccounts } from "./find-accounts.ts";

test("finds accounts by name and by user, in order, at most as many as wanted", async () => {
  const { projection, turn, services } = await planDesk();
  const keys = [
    ["lan", "888C000452"],
    ["minh", "888C000017"],
    ["888", "777C000001"],
    ["LAN", "999"],
  ] as const;
  for (const [userId, accountId] of keys) await openAccount(services, { userId, accountId });
  await turn();
  const find = (query: string, limit = 10) =>
    findAccounts(projection, query, limit).map(({ accountId }) => accountId);
  expect(find("888")).toEqual(["777C000001", "888C000017", "888C000452"]);
  expect(find("888", 2)).toEqual(["777C000001", "888C000017"]);
  expect(find("888c0004")).toEqual(["888C000452"]);
  expect(find("lan")).toEqual(["888C000452", "999"]);
  expect(find("an")).toEqual([]);
  expect(find("")).toEqual(["777C000001", "888C000017", "888C000452", "999"]);
});

test("does not find the audit chains of what belongs to no account", async () => {
  const { projection, turn, memory } = await planDesk();
  await memory.commit({
    key: { userId: reservedUserId, accountId: "prices" },
    expectedVersion: 0,
    shard: 1,
    atMs: 1,
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  });
  await turn();
  expect(findAccounts(projection, "", 10)).toEqual([]);
  expect(projection.holdings.accountCount).toBe(0);
});

test("gives the figures of the account", async () => {
  const { projection, turn, hold, watching, trade } = await planDesk();
  await hold("A");
  await turn();
  await watching.hear(trade(80_000_000n));
  await turn();
  expect(findAccounts(projection, "a", 10)).toEqual([
    {
      userId: "user-of-A",
      accountId: "A",
      figures: {
        totalEquityVnd: 80_000_000n,
        maintenanceMarginVnd: 40_000_000n,
        tradingPowerVnd: 20_000_000n,
      },
      outstandingVnd: 2_000_000n,
      positionCount: 1,
      openCallCount: 1,
    },
  ]);
});

import { expect, test } from "vitest";
import { checkNames } from "../names.ts";
import { planServices } from "../testing/plan-services.ts";
import { findReadableKey } from "./account-status.ts";
import { findAccountKey, openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { chainKey, reservedChains, reservedUserId } from "./chains.ts";
import { readAllAccounts } from "./figures.ts";
import { verifyAudit } from "./verify-audit.ts";

test("a chain is a reserved one, or that of an account", async () => {
  const { services } = planServices();
  await openAccount(services, { userId: "u-1", accountId: "A-1" });
  expect(await chainKey(services, "rates")).toEqual({ userId: reservedUserId, accountId: "rates" });
  expect(await chainKey(services, "A-1")).toEqual({ userId: "u-1", accountId: "A-1" });
  expect(await chainKey(services, "A-2")).toMatchObject({ kind: "refused", code: "no_such_account" });
});

test("the owner of the reserved chains can be nobody's name", () => {
  expect(checkNames({ userId: reservedUserId })).toMatchObject({ code: "name_not_valid" });
});

test.each(reservedChains)("%s is no account: not opened, not found and not listed", async (chain) => {
  const { services, memory } = planServices();
  expect(await openAccount(services, { userId: "u-1", accountId: chain })).toMatchObject({
    code: "name_not_valid",
    message: `The account ID ${chain} is reserved; choose another.`,
  });
  await services.store.commit({
    key: { userId: reservedUserId, accountId: chain },
    expectedVersion: 0,
    shard: 7,
    atMs: 1_000,
    equityVnd: 0n,
    positions: [],
    closedSymbols: [],
    episodes: [],
    audits: [],
    notifications: [],
  });
  expect(memory.accounts.size).toBe(1);
  expect(await findAccountKey(services, chain)).toMatchObject({ code: "no_such_account" });
  expect(await findReadableKey(services, { userId: "u-1", accountId: chain, mayReadAll: true })).toEqual({
    userId: "u-1",
    accountId: chain,
  });
  const listed = [];
  for await (const part of readAllAccounts(services)) listed.push(...part);
  expect(listed).toEqual([]);
});

test("between two pages of accounts, and of entries that are verified, others have their turn", async () => {
  const { services: planned, memory } = planServices();
  let turnCount = 0;
  const services = {
    ...planned,
    yieldToEventLoop: async () => {
      turnCount += 1;
    },
  };
  for (let place = 1; place <= 1_001; place += 1)
    await openAccount(services, { userId: "u-1", accountId: `A-${place}` });
  const listed = [];
  for await (const part of readAllAccounts(services)) listed.push(...part);
  expect([listed.length, turnCount]).toEqual([1_001, 2]);
  const key = { userId: "u-1", accountId: "A-1" };
  for (let place = 1; place <= 1_001; place += 1)
    await moveCash(services, { key, kind: "deposit", amountVnd: 1n });
  expect(memory.accounts.get("A-1")?.audits).toHaveLength(1_001);
  turnCount = 0;
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 1_001 });
  // Twenty times fifty entries, two pages of them, and the first page of movements.
  expect(turnCount).toBe(23);
});

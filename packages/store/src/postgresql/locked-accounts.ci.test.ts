import type { Change, CommitOutcome, Store } from "@trading-oms/brokerage/ports";
import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { lockAccounts, lockTable } from "../testing/lock-accounts.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const users = Array.from({ length: 40 }, (_, index) => `u-${String(index).padStart(2, "0")}`);
const five = ["u-00", "u-09", "u-18", "u-27", "u-36"];

function changeOf(userId: string, expectedVersion = 1): Change {
  return makeChange(userId, `A-${userId}`, { expectedVersion, equityVnd: 5n });
}

async function openAll(url: string): Promise<Store> {
  const store = await openPostgresqlStore({ url });
  for (const userId of users) await openAccount(store, userId, `A-${userId}`);
  return store;
}

async function versionOf(store: Store, userId: string): Promise<number | undefined> {
  return (await store.readAccount({ userId, accountId: `A-${userId}` }))?.account.version;
}

test("commits other changes while five accounts are locked, and changes those after their release", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await lockAccounts(url, five);
    const began = performance.now();
    const outcomes = users.map((userId) => store.commit(changeOf(userId)));
    const free = users.filter((userId) => !five.includes(userId));
    await Promise.all(users.flatMap((userId, index) => (free.includes(userId) ? [outcomes[index]] : [])));
    expect(await Promise.all(free.map((userId) => store.commit(changeOf(userId, 2))))).toEqual(
      free.map(() => "committed"),
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    await held.release();
    expect(await Promise.all(outcomes)).toEqual(users.map(() => "committed"));
    await store.close();
  });
});

test("rejects a change of an account that stays locked as busy, and does not commit it later", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await lockAccounts(url, ["u-03"]);
    const outcomes: (CommitOutcome | string)[] = await Promise.all(
      ["u-02", "u-03"].map((userId) => store.commit(changeOf(userId)).catch(({ code }) => String(code))),
    );
    expect(outcomes).toEqual(["committed", "busy"]);
    await held.release();
    expect(await store.commit(changeOf("u-03"))).toBe("committed");
    expect(await versionOf(store, "u-03")).toBe(2);
    await store.close();
  });
});

test("lets only the next change of the same user wait for a single change of a locked account", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await lockAccounts(url, five);
    const lone: Promise<CommitOutcome>[] = [];
    for (const userId of five) {
      lone.push(store.commit(changeOf(userId)));
      // A new turn for each, so that they do not form a batch.
      await new Promise((settle) => setImmediate(settle));
    }
    const next = store.commit(changeOf("u-00", 2));
    const began = performance.now();
    expect(await store.commit(changeOf("u-01"))).toBe("committed");
    expect(performance.now() - began).toBeLessThan(2_000);
    await held.release();
    expect(await Promise.all(lone)).toEqual(five.map(() => "committed"));
    expect(await next).toBe("committed");
    await store.close();
  });
});

test("rejects changes as busy in time while the table is locked, and does not commit them later", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    // Lets the first connection of the pool execute a change before the table is locked.
    expect(await store.commit(changeOf("u-00"))).toBe("committed");
    const held = await lockTable(url);
    const began = performance.now();
    const commits = ["u-01", "u-02", "u-03"].map((userId) => store.commit(changeOf(userId)));
    const outcomes: (CommitOutcome | string)[] = await Promise.all(
      commits.map((each) => each.catch(({ code }) => String(code))),
    );
    expect(outcomes).toEqual(["busy", "busy", "busy"]);
    expect(performance.now() - began).toBeLessThan(7_000);
    await held.release();
    expect(await versionOf(store, "u-01")).toBe(1);
    expect(await store.commit(changeOf("u-01"))).toBe("committed");
    await store.close();
  });
});

test("does not limit how long a read waits for a lock, on a connection that a change has used", async () => {
  await withDatabase(async (url) => {
    await (await openAll(url)).close();
    const store = await openPostgresqlStore({ url, connectionCountMax: 1 });
    expect(await store.commit(changeOf("u-00"))).toBe("committed");
    const held = await lockTable(url);
    const read = versionOf(store, "u-00");
    const described = store.describe();
    await new Promise((settle) => setTimeout(settle, 600));
    await held.release();
    expect(await read).toBe(2);
    await described;
    await store.close();
  });
});

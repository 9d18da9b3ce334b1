import type { Change, CommitOutcome, Store } from "@trading-oms/brokerage/ports";
import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { holdAccounts, holdTable } from "../testing/hold-accounts.ts";
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

test("five accounts that others hold keep no other change waiting, and are changed when they are let go", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await holdAccounts(url, five);
    const began = performance.now();
    const outcomes = users.map((userId) => store.commit(changeOf(userId)));
    const free = users.filter((userId) => !five.includes(userId));
    await Promise.all(users.flatMap((userId, index) => (free.includes(userId) ? [outcomes[index]] : [])));
    expect(await Promise.all(free.map((userId) => store.commit(changeOf(userId, 2))))).toEqual(
      free.map(() => "committed"),
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    await held.letGo();
    expect(await Promise.all(outcomes)).toEqual(users.map(() => "committed"));
    await store.close();
  });
});

test("an account that is held for long is refused as busy, and what was asked of it is not done later", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await holdAccounts(url, ["u-03"]);
    const outcomes: (CommitOutcome | string)[] = await Promise.all(
      ["u-02", "u-03"].map((userId) => store.commit(changeOf(userId)).catch(({ code }) => String(code))),
    );
    expect(outcomes).toEqual(["committed", "busy"]);
    await held.letGo();
    expect(await store.commit(changeOf("u-03"))).toBe("committed");
    expect(await versionOf(store, "u-03")).toBe(2);
    await store.close();
  });
});

test("a lone change of an account that is held keeps no place from others, and its user's next one waits for it", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const held = await holdAccounts(url, five);
    const lone: Promise<CommitOutcome>[] = [];
    for (const userId of five) {
      lone.push(store.commit(changeOf(userId)));
      // Each is asked for in a turn of its own.
      await new Promise((settle) => setImmediate(settle));
    }
    const next = store.commit(changeOf("u-00", 2));
    const began = performance.now();
    expect(await store.commit(changeOf("u-01"))).toBe("committed");
    expect(performance.now() - began).toBeLessThan(2_000);
    await held.letGo();
    expect(await Promise.all(lone)).toEqual(five.map(() => "committed"));
    expect(await next).toBe("committed");
    await store.close();
  });
});

test("where the table is held, changes are refused as busy in time, and none is made later", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    // These connections wait as changes do.
    expect(await store.commit(changeOf("u-00"))).toBe("committed");
    const held = await holdTable(url);
    const began = performance.now();
    const asked = ["u-01", "u-02", "u-03"].map((userId) => store.commit(changeOf(userId)));
    const outcomes: (CommitOutcome | string)[] = await Promise.all(
      asked.map((each) => each.catch(({ code }) => String(code))),
    );
    expect(outcomes).toEqual(["busy", "busy", "busy"]);
    expect(performance.now() - began).toBeLessThan(7_000);
    await held.letGo();
    expect(await versionOf(store, "u-01")).toBe(1);
    expect(await store.commit(changeOf("u-01"))).toBe("committed");
    await store.close();
  });
});

test("a read waits as long as it takes, on a connection that a change went by too", async () => {
  await withDatabase(async (url) => {
    await (await openAll(url)).close();
    const store = await openPostgresqlStore({ url, connectionCountMax: 1 });
    expect(await store.commit(changeOf("u-00"))).toBe("committed");
    const held = await holdTable(url);
    const read = versionOf(store, "u-00");
    const described = store.describe();
    await new Promise((settle) => setTimeout(settle, 600));
    await held.letGo();
    expect(await read).toBe(2);
    await described;
    await store.close();
  });
});

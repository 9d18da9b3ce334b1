import type { Change, CommitOutcome, Store } from "@trading-oms/brokerage/ports";
import { runSql, withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { startLossyProxy } from "../testing/faults/lossy-proxy.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const users = ["u-1", "u-2", "u-3", "u-4", "u-5", "u-6"];

async function openAll(url: string): Promise<Store> {
  const store = await openPostgresqlStore({ url });
  for (const userId of users) await openAccount(store, userId, `A-${userId}`);
  return store;
}

function changeOf(userId: string, more: Partial<Change> = {}): Change {
  return makeChange(userId, `A-${userId}`, { expectedVersion: 1, equityVnd: 5n, ...more });
}

function outcomeUnder(idempotencyKey: string): Pick<Change, "outcome"> {
  return { outcome: { idempotencyKey, fingerprint: "f", answer: "{}" } };
}

async function readVersions(store: Store): Promise<(number | undefined)[]> {
  const states = await Promise.all(
    users.map((userId) => store.readAccount({ userId, accountId: `A-${userId}` })),
  );
  return states.map((state) => state?.account.version);
}

test("commits concurrent changes in one transaction", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const outcomes = await Promise.all(users.map((userId) => store.commit(changeOf(userId))));
    expect(outcomes).toEqual(users.map(() => "committed"));
    const rows = await runSql(url, "select count(distinct xmin::text) as count from account");
    expect(Number(rows[0]?.["count"])).toBe(1);
    await store.close();
  });
});

test("commits the other changes of a batch when the version of one has moved", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const outcomes = await Promise.all(
      users.map((userId) => store.commit(changeOf(userId, { expectedVersion: userId === "u-3" ? 7 : 1 }))),
    );
    expect(outcomes).toEqual([
      "committed",
      "committed",
      "version-moved",
      "committed",
      "committed",
      "committed",
    ]);
    expect(await readVersions(store)).toEqual([2, 2, 1, 2, 2, 2]);
    await store.close();
  });
});

test("commits the other changes of a batch once when one is rejected for its idempotency key", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    expect(await store.commit(changeOf("u-2", outcomeUnder("k")))).toBe("committed");
    const outcomes = await Promise.all(
      users.map((userId) =>
        store.commit(changeOf(userId, userId === "u-2" ? { expectedVersion: 2, ...outcomeUnder("k") } : {})),
      ),
    );
    expect(outcomes).toEqual(["committed", "key-used", "committed", "committed", "committed", "committed"]);
    expect(await readVersions(store)).toEqual([2, 2, 2, 2, 2, 2]);
    await store.close();
  });
});

test("commits changes of two accounts of one user in separate transactions", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    await openAccount(store, "u-1", "A-other");
    const other = makeChange("u-1", "A-other", { expectedVersion: 1, equityVnd: 5n });
    const outcomes = await Promise.all([store.commit(changeOf("u-1")), store.commit(other)]);
    expect(outcomes).toEqual(["committed", "committed"]);
    const rows = await runSql(
      url,
      "select count(distinct xmin::text) as count from account where version = 2",
    );
    expect(Number(rows[0]?.["count"])).toBe(2);
    await store.close();
  });
});

test("finds a change by its key after a lost response, and reports one without a key as unknown", async () => {
  await withDatabase(async (url) => {
    const proxy = await startLossyProxy(url);
    const store = await openAll(proxy.url);
    proxy.loseResponseTo("commit-change");
    const keyed = store.commit(changeOf("u-1", outcomeUnder("k"))).catch(() => "unknown" as const);
    const plain = store.commit(changeOf("u-2")).catch(() => "unknown" as const);
    const outcomes: (CommitOutcome | "unknown")[] = await Promise.all([keyed, plain]);
    expect(["key-used", "unknown"]).toContain(outcomes[0]);
    expect(outcomes[1]).toBe("unknown");
    await expect.poll(() => readVersions(store), { timeout: 20_000 }).toEqual([2, 2, 1, 1, 1, 1]);
    await store.close();
    await proxy.close();
  });
});

test("rejects only the read of the account whose id the server cannot store", async () => {
  await withDatabase(async (url) => {
    const store = await openAll(url);
    const [found, refused] = await Promise.allSettled([
      store.readAccount({ userId: "u-1", accountId: "A-u-1" }),
      store.readAccount({ userId: "u-1", accountId: "A\u0000" }),
    ]);
    expect(found).toMatchObject({ value: { account: { version: 1 } } });
    expect(refused.status).toBe("rejected");
    await store.close();
  });
});

import type { AccountChange, AccountKey, OutcomeKey, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { storeOutcome } from "../testing/store-outcome.ts";

const shards = [1, 2, 63];

/** Many accounts are read in one call. */
export function describeAccountLists({ open, openBeside }: StoreHarness<Store>): void {
  test("reads the existing accounts of more than a thousand keys, each once with positions, episodes and notification count", async () => {
    const store = await open();
    for (const account of ["A-1", "A-2", "A-1100"]) await openAccount(store, "u-1", account);
    await openAccount(store, "u-2", "B-1");
    await store.commit(
      makeChange("u-1", "A-1100", {
        expectedVersion: 1,
        positions: [makePosition("VNM"), makePosition("FPT")],
        episodes: [makeEpisode("VNM"), makeEpisode("FPT")],
        notifications: [makeDraft("m-1")],
      }),
    );
    const many = Array.from({ length: 1_200 }, (_, index) => keyOf(`A-${index}`));
    const found = await store.readAccounts([...many, keyOf("B-1"), keyOf("A-1")]);
    found.sort((one, other) => (one.account.accountId < other.account.accountId ? -1 : 1));
    const each = ["A-1", "A-1100", "A-2"].map((accountId) => store.readAccount(keyOf(accountId)));
    expect(found).toEqual((await Promise.all(each)).map((read) => ({ ...read, prices: undefined })));
    expect(found[1]).toMatchObject({
      positions: [{ symbol: "FPT" }, { symbol: "VNM" }],
      episodes: [{ symbol: "FPT" }, { symbol: "VNM" }],
      notificationCount: 1,
    });
    expect(await store.readAccounts([keyOf("B-1"), keyOf("A-9")])).toEqual([]);
    expect(await store.readAccounts([])).toEqual([]);
  });

  test("an account that is read during changes is consistent", async () => {
    const store = await open();
    const beside = await openBeside();
    const keys = ["A-1", "A-2"].map(keyOf);
    for (const { accountId } of keys) await openAccount(store, "u-1", accountId);
    let isChanging = true;
    const changed = Promise.all(keys.map((key) => changeInTurn(beside, key))).finally(() => {
      isChanging = false;
    });
    // A long read gives the writer time to commit during it.
    const wanted = [...keys, ...Array.from({ length: 3_000 }, (_, index) => keyOf(`B-${index}`))];
    while (isChanging) {
      for (const { account, positions } of await store.readAccounts(wanted)) {
        const seen = [account.equityVnd, positions[0]?.coveredVnd ?? 0n];
        expect(seen).toEqual(Array(2).fill(BigInt(account.version - 1)));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await changed;
  });
}

function keyOf(accountId: string): AccountKey {
  return { userId: "u-1", accountId };
}

/** Changes an account forty times, and sets equity and covered amount to the same value each time. */
async function changeInTurn(store: Store, { userId, accountId }: AccountKey): Promise<void> {
  for (let version = 1; version <= 40; version += 1) {
    const amountVnd = BigInt(version);
    const positions = [makePosition("FPT", { coveredVnd: amountVnd })];
    const change = makeChange(userId, accountId, {
      expectedVersion: version,
      equityVnd: amountVnd,
      positions,
    });
    expect(await store.commit(change)).toBe("committed");
  }
}

/** Account changes are listed by time. */
export function describeAccountChanges({ open, openBeside }: StoreHarness<Store>): void {
  test("lists the accounts of shards since a time, by time, user and account, in pages", async () => {
    const store = await open();
    await openAt(store, "u-2", "B-1", 1, 1_000);
    await openAt(store, "u-1", "A-2", 1, 2_000);
    await openAt(store, "u-1", "A-1", 1, 2_000);
    await openAt(store, "u-3", "C-1", 1, 2_000);
    await openAt(store, "u-2", "C-2", 2, 2_000);
    await openAt(store, "u-0", "D-1", 63, 3_000);
    await openAt(store, "u-9", "Z-1", 7, 2_000);
    await store.commit(makeChange("u-2", "B-1", { expectedVersion: 1, atMs: 4_000 }));
    const list = async (part: Partial<Parameters<Store["listChanges"]>[0]>): Promise<AccountChange[]> =>
      store.listChanges({ shards, sinceMs: 0, limit: 9, ...part });
    const all = [
      { userId: "u-1", accountId: "A-1", version: 1, changedAtMs: 2_000 },
      { userId: "u-1", accountId: "A-2", version: 1, changedAtMs: 2_000 },
      { userId: "u-2", accountId: "C-2", version: 1, changedAtMs: 2_000 },
      { userId: "u-3", accountId: "C-1", version: 1, changedAtMs: 2_000 },
      { userId: "u-0", accountId: "D-1", version: 1, changedAtMs: 3_000 },
      { userId: "u-2", accountId: "B-1", version: 2, changedAtMs: 4_000 },
    ];
    expect(await list({})).toEqual(all);
    expect(await list({ sinceMs: 2_000, limit: 3 })).toEqual(all.slice(0, 3));
    expect(await list({ sinceMs: 2_001 })).toEqual(all.slice(4));
    expect(await list({ after: all[0], limit: 3 })).toEqual(all.slice(1, 4));
    expect(await list({ after: all[0], sinceMs: 4_000 })).toEqual(all.slice(5));
    expect(await list({ after: all[5] })).toEqual([]);
    expect(await list({ shards: [1] })).toEqual([all[0], all[1], all[3], all[5]]);
    expect(await list({ shards: [1], after: all[0] })).toEqual([all[1], all[3], all[5]]);
    expect(await list({ shards: [] })).toEqual([]);
  });

  test("tells in one answer what has changed: counters, accounts of shards, users and accounts by key", async () => {
    const store = await open();
    await openAt(store, "u-1", "A-1", 1, 2_000);
    await openAt(store, "u-2", "B-1", 2, 1_000);
    await openAt(store, "u-3", "C-1", 1, 1_000);
    const notifications = [{ type: "Deposit", topic: "cash", messageId: "m-1", data: "{}" }] as const;
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, atMs: 3_000, notifications }));
    const places = await store.readNotificationPlaces(["u-1", "u-2"]);
    const nothing = { shards: [], sinceMs: 0, limit: 9, users: [], accounts: [] };
    const versions = await store.readVersions();
    expect(await store.readChanges(nothing)).toEqual({
      ...{ versions, changed: [], newestIds: new Map(), accountVersions: new Map() },
    });
    const [accountId, userId] = ["A-1", "u-1"];
    const accounts = [
      { userId, accountId },
      { userId: "u-2", accountId },
      { userId: "u-3", accountId: "C-1" },
    ];
    const asked = { shards: [1], sinceMs: 2_500, limit: 9, users: ["u-1", "u-2", "u-9"], accounts };
    expect(await store.readChanges(asked)).toEqual({
      versions,
      changed: [{ userId, accountId, version: 2, changedAtMs: 3_000 }],
      newestIds: new Map([...places].map(([user, { newestId }]) => [user, newestId])),
      accountVersions: new Map([
        ["A-1", 2],
        ["C-1", 1],
      ]),
    });
    const first = await store.readChanges({ ...nothing, shards: [1, 2], limit: 1 });
    expect(first.changed).toMatchObject([{ accountId: "B-1" }]);
  });

  test("a reader in pages of three during changes finds the last change of each account, in order", async () => {
    const store = await open();
    const beside = await openBeside();
    const accounts = Array.from({ length: 12 }, (_, index) => `A-${index}`);
    for (const [index, account] of accounts.entries()) {
      await openAt(store, `u-${index % 5}`, account, shards[index % 3] ?? 1, 1_000 + (index % 4));
    }
    let isChanging = true;
    const changed = changeManyInTurn(beside).finally(() => {
      isChanging = false;
    });
    const found = new Map<string, number>();
    let after: AccountChange | undefined;
    for (let isOver = false; !isOver; ) {
      const wasChanging = isChanging;
      const part = await store.listChanges({ shards, sinceMs: 1_000, limit: 3, after });
      for (const change of part) {
        if (after !== undefined) expect(isBefore(after, change)).toBe(true);
        found.set(change.accountId, change.version);
        after = change;
      }
      isOver = part.length === 0 && !wasChanging;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await changed;
    expect(found).toEqual(new Map(accounts.map((account) => [account, 6])));
  });
}

/** Changes twelve accounts five times each, in turn and with increasing times. */
async function changeManyInTurn(store: Store): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    const index = (step * 7) % 12;
    const members = { expectedVersion: 1 + Math.floor(step / 12), atMs: 2_000 + step };
    expect(await store.commit(makeChange(`u-${index % 5}`, `A-${index}`, members))).toBe("committed");
  }
}

function isBefore(one: AccountChange, other: AccountChange): boolean {
  if (one.changedAtMs !== other.changedAtMs) return one.changedAtMs < other.changedAtMs;
  return one.userId === other.userId ? one.accountId < other.accountId : one.userId < other.userId;
}

async function openAt(
  store: Store,
  userId: string,
  accountId: string,
  shard: number,
  atMs: number,
): Promise<void> {
  expect(await store.commit(makeChange(userId, accountId, { shard, atMs }))).toBe("committed");
}

/** Only old outcomes are deleted. */
export function describeSweeps({ open, openBeside }: StoreHarness<Store>): void {
  test("a sweep checks outcomes in pages, deletes those from before its time, and returns the last key it checked", async () => {
    const store = await open();
    await keep(store, [1_000, 4_999, 5_000, 9_000, 1_000, 6_000, 4_000]);
    const sweep = (limit: number, after?: OutcomeKey): Promise<OutcomeKey | undefined> =>
      store.sweepOutcomes({ limit, after, beforeMs: 5_000 });
    expect(await sweep(3)).toEqual({ userId: "u-0", idempotencyKey: "k-2" });
    expect(await kept(store)).toEqual(["k-2", "k-3", "k-4", "k-5", "k-6"]);
    expect(await sweep(2, { userId: "u-0", idempotencyKey: "k-3" })).toEqual({
      userId: "u-1",
      idempotencyKey: "k-5",
    });
    expect(await kept(store)).toEqual(["k-2", "k-3", "k-5", "k-6"]);
    expect(await sweep(2, { userId: "u-1", idempotencyKey: "k-5" })).toBeUndefined();
    expect(await kept(store)).toEqual(["k-2", "k-3", "k-5"]);
    expect(await sweep(3)).toEqual({ userId: "u-1", idempotencyKey: "k-5" });
    expect(await sweep(4)).toBeUndefined();
    expect(await sweep(1, { userId: "u-1", idempotencyKey: "k-5" })).toBeUndefined();
    expect(await store.readOutcome("u-0", "k-1")).toBeUndefined();
    expect(await store.readOutcome("u-0", "k-2")).toMatchObject({ fingerprint: "f-1", answer: "{}" });
  });

  test("concurrent sweeps during writes delete every old outcome and no new one", async () => {
    const store = await open();
    const beside = await openBeside();
    await keep(store, [1_000, 9_000, 2_000, 9_000, 3_000, 9_000]);
    await openAccount(store, "u-00", "X-1");
    const addOutcomes = async (): Promise<void> => {
      for (let version = 1; version <= 10; version += 1) {
        await storeOutcome(beside, {
          userId: "u-00",
          accountId: "X-1",
          version,
          key: `n-${version}`,
          atMs: 9_000,
        });
      }
    };
    const sweep = async (each: Store): Promise<void> => {
      let after: OutcomeKey | undefined;
      do after = await each.sweepOutcomes({ limit: 2, after, beforeMs: 5_000 });
      while (after !== undefined);
    };
    await Promise.all([addOutcomes(), sweep(store), sweep(beside)]);
    const news = Array.from({ length: 10 }, (_, index) => `n-${index + 1}`);
    const others = news.map((idempotencyKey) => ({ userId: "u-00", idempotencyKey }));
    expect(await kept(store, others)).toEqual(["k-1", "k-3", "k-5", ...news]);
  });
}

/** Stores one outcome per time under numbered keys: the first four for one user, the others for another. */
async function keep(store: Store, times: readonly number[]): Promise<void> {
  for (const [index, atMs] of times.entries()) {
    const user = index < 4 ? 0 : 1;
    const account = { userId: `u-${user}`, accountId: `A-${user}` };
    if (index % 4 === 0) await openAccount(store, account.userId, account.accountId);
    await storeOutcome(store, { ...account, version: (index % 4) + 1, key: `k-${index}`, atMs });
  }
}

/** The keys of `keep`, and of others, whose outcomes are stored. */
async function kept(store: Store, others: readonly OutcomeKey[] = []): Promise<string[]> {
  const numbered = Array.from({ length: 7 }, (_, index) => ({
    userId: `u-${index < 4 ? 0 : 1}`,
    idempotencyKey: `k-${index}`,
  }));
  const stored: string[] = [];
  for (const { userId, idempotencyKey } of [...numbered, ...others]) {
    if ((await store.readOutcome(userId, idempotencyKey)) !== undefined) stored.push(idempotencyKey);
  }
  return stored;
}

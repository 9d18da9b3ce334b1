import type { AccountChange, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const shards = [1, 2, 63];

/** Changes are found in the order of their times. */
export function describeAccountChanges({ open, openBeside }: StoreHarness): void {
  test("accounts of shards are listed from a time on, by time, user and account, part by part", async () => {
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

  test("whoever goes through changes by threes while somebody makes more finds the last of each account, in order", async () => {
    const store = await open();
    const beside = await openBeside();
    const accounts = Array.from({ length: 12 }, (_, index) => `A-${index}`);
    for (const [index, account] of accounts.entries()) {
      await openAt(store, `u-${index % 5}`, account, shards[index % 3] ?? 1, 1_000 + (index % 4));
    }
    let isChanging = true;
    const changed = changeInTurn(beside).finally(() => {
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

/** Changes twelve accounts five times each, one after the other and always later. */
async function changeInTurn(store: Store): Promise<void> {
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

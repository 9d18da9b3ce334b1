import type { AccountKey, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeDraft, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Many accounts are read like one. */
export function describeAccountLists({ open, openBeside }: StoreHarness): void {
  test("of more than a thousand keys the accounts that are there are read, each once and with all that belongs to it", async () => {
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
    expect(found).toEqual(await Promise.all(each));
    expect(found[1]).toMatchObject({
      positions: [{ symbol: "FPT" }, { symbol: "VNM" }],
      episodes: [{ symbol: "FPT" }, { symbol: "VNM" }],
      notificationCount: 1,
    });
    expect(await store.readAccounts([keyOf("B-1"), keyOf("A-9")])).toEqual([]);
    expect(await store.readAccounts([])).toEqual([]);
  });

  test("accounts that are read while somebody changes them are each of one moment", async () => {
    const store = await open();
    const beside = await openBeside();
    const keys = ["A-1", "A-2"].map(keyOf);
    for (const { accountId } of keys) await openAccount(store, "u-1", accountId);
    let isChanging = true;
    const changed = Promise.all(keys.map((key) => changeInTurn(beside, key))).finally(() => {
      isChanging = false;
    });
    // To look for many gives others time to come in between.
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

/** Changes an account forty times, each time equity and what is covered to the same amount. */
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

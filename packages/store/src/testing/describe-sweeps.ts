import type { OutcomeKey, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { keepOutcome } from "./keep-outcome.ts";
import { openAccount } from "./make-change.ts";
import { readRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Outcomes are forgotten when they are old, and not before. */
export function describeSweeps({ open, openBeside }: StoreHarness): void {
  test("a sweep goes through all outcomes part by part, forgets those of before its time, and tells how far it came", async () => {
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
    expect(await store.readOutcome("u-0", "k-2")).toMatchObject({ fingerprint: "f-1", outcome: "{}" });
  });

  test("sweeps at once, while others bring outcomes, forget each old one and none that is fresh", async () => {
    const store = await open();
    const beside = await openBeside();
    await keep(store, [1_000, 9_000, 2_000, 9_000, 3_000, 9_000]);
    await openAccount(store, "u-00", "X-1");
    const bring = async (): Promise<void> => {
      for (let version = 1; version <= 10; version += 1) {
        await keepOutcome(beside, {
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
    await Promise.all([bring(), sweep(store), sweep(beside)]);
    const news = Array.from({ length: 10 }, (_, index) => `n-${index + 1}`).sort();
    expect(await kept(store)).toEqual(["k-1", "k-3", "k-5", ...news]);
  });
}

/** Keeps an outcome of each time, the first four by one user and the others by another, under keys that count. */
async function keep(store: Store, times: readonly number[]): Promise<void> {
  for (const [index, atMs] of times.entries()) {
    const user = index < 4 ? 0 : 1;
    const account = { userId: `u-${user}`, accountId: `A-${user}` };
    if (index % 4 === 0) await openAccount(store, account.userId, account.accountId);
    await keepOutcome(store, { ...account, version: (index % 4) + 1, key: `k-${index}`, atMs });
  }
}

async function kept(store: Store): Promise<unknown[]> {
  const rows = await readRows(store, ({ table }) => table === "outcome");
  return rows.map((row) => /"idempotency_key":"([^"]*)"/.exec(row)?.[1]).sort();
}

import type { Change } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeJudged, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** Positions and accounts are found as they were left. */
export function describePositions({ open }: StoreHarness): void {
  test("a position is replaced and removed, and no other", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = (version: number, members: Partial<Change>): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion: version, ...members }));
    await change(1, { positions: [makePosition("FPT"), makePosition("VNM")] });
    await change(2, {
      positions: [makePosition("FPT", { quantity: 50n, coveredVnd: 7n })],
      closedSymbols: ["VNM"],
    });
    const state = await store.readAccount(key);
    expect(state?.positions).toEqual([makePosition("FPT", { quantity: 50n, coveredVnd: 7n })]);
  });

  test("what a position was judged on is kept with it, wherever the price came from", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const positions = [
      makePosition("FPT", { judged: makeJudged(80_000_000n) }),
      makePosition("HPG", { judged: makeJudged(9_007_199_254_740_991n, { seq: 0, isByHand: true }) }),
      makePosition("VIC", { judged: makeJudged(1n, { atMs: 9_007_199_254_740_991, isPlayed: true }) }),
      makePosition("VNM"),
    ];
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, positions }));
    expect((await store.readAccount(key))?.positions).toEqual(positions);
    expect((await store.readAccounts([key]))[0]?.positions).toEqual(positions);
    const later = makePosition("FPT", { judged: makeJudged(78_000_000n, { atMs: 2_000, seq: 8 }) });
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 2, positions: [later] }));
    expect((await store.readAccount(key))?.positions).toEqual([later, ...positions.slice(1)]);
  });

  test("accounts are listed part by part, of all users or of one", async () => {
    const store = await open();
    for (const [user, account] of [
      ["u-2", "B-1"],
      ["u-1", "A-2"],
      ["u-1", "A-1"],
    ] as const) {
      await openAccount(store, user, account);
    }
    const first = await store.listAccounts({ limit: 2 });
    expect(first.map(({ accountId }) => accountId)).toEqual(["A-1", "A-2"]);
    const rest = await store.listAccounts({ limit: 2, after: first[1] });
    expect(rest.map(({ accountId }) => accountId)).toEqual(["B-1"]);
    const own = await store.listAccounts({ limit: 9, userId: "u-1" });
    expect(own.map(({ accountId }) => accountId)).toEqual(["A-1", "A-2"]);
  });
}

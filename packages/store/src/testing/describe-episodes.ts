import type { Change } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeEpisode, makePosition, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** What is remembered of margin calls outlives what they were about. */
export function describeEpisodes({ open }: StoreHarness): void {
  test("an episode is replaced by symbol, and stays when its position is closed", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = (version: number, members: Partial<Change>): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion: version, ...members }));
    await change(1, {
      positions: [makePosition("VNM"), makePosition("FPT")],
      episodes: [makeEpisode("VNM"), makeEpisode("FPT")],
    });
    const ended = makeEpisode("VNM", {
      number: 2n,
      isOpen: false,
      isForceCloseTold: true,
      reminder: 5n,
      openedAtMs: 4_000,
    });
    await change(2, { closedSymbols: ["VNM"], episodes: [ended] });
    const state = await store.readAccount(key);
    expect(state?.positions).toEqual([makePosition("FPT")]);
    expect(state?.episodes).toEqual([makeEpisode("FPT"), ended]);
  });
}

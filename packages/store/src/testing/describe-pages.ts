import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A page begins where it is asked to. */
export function describePages({ open }: StoreHarness): void {
  test("a page begins where the offset says, and past the end it is empty", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const drafts = Array.from({ length: 30 }, (_, index) => makeDraft(`m-${index}`));
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, notifications: drafts }));
    const ids = async (limit: number, offset: number): Promise<string[]> =>
      (await store.listNotifications("u-1", { limit, offset })).map(({ messageId }) => messageId);
    expect(await ids(3, 0)).toEqual(["m-29", "m-28", "m-27"]);
    expect(await ids(3, 28)).toEqual(["m-1", "m-0"]);
    expect(await ids(3, 30)).toEqual([]);
    expect(await ids(3, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
}

import { expect, onTestFinished, test, vi } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

/** A draft is published, or says why not. */
export function describeDrafts({ open, openBeside, openFaulty }: StoreHarness): void {
  test("a publication is in force at once, and the old catalog is swept away before the store is closed", async () => {
    const store = await open();
    const old = await store.draftCatalog();
    await old.add(Array.from({ length: 2_500 }, (_, index) => ({ symbol: `O${index}`, details: "{}" })));
    await old.publish(1_000);
    const { store: other, close } = await openFaulty(Number.MAX_SAFE_INTEGER);
    const draft = await other.draftCatalog();
    await draft.add([{ symbol: "NEW", details: "{}" }]);
    await draft.publish(2_000);
    expect(await store.listInstruments({ limit: 9 })).toEqual([{ symbol: "NEW", details: "{}" }]);
    // To close twice is to close.
    await Promise.all([other.close(), close()]);
    expect((await store.describe()).rowCounts["instrument"]).toBe(1);
  });

  test("a draft that rested until another import took it for left behind is told so, and the catalog in force stays", async () => {
    const store = await open();
    const beside = await openBeside();
    const draft = await store.draftCatalog();
    await draft.add([{ symbol: "OLD", details: "{}" }]);
    onTestFinished(() => {
      vi.useRealTimers();
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    const next = await beside.draftCatalog();
    await next.add([{ symbol: "NEW", details: "{}" }]);
    await next.publish(1_000);
    const late = draft.add([{ symbol: "ODD", details: "{}" }]);
    await expect(late).rejects.toMatchObject({ name: "StoreFault", code: "draft-gone" });
    await expect(draft.publish(2_000)).rejects.toMatchObject({ name: "StoreFault", code: "draft-gone" });
    expect(await store.listInstruments({ limit: 9 })).toEqual([{ symbol: "NEW", details: "{}" }]);
  });

  test("a draft with a symbol twice fails, and the catalog in force stays", async () => {
    const store = await open();
    const draft = await store.draftCatalog();
    const twice = { symbol: "FPT", details: "{}" };
    await expect(draft.add([twice, twice])).rejects.toThrow();
    await draft.abandon();
    expect(await store.listInstruments({ limit: 9 })).toEqual([]);
  });
}

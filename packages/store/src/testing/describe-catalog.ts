import { expect, test } from "vitest";
import type { StoreHarness } from "./store-harness.ts";

/** A catalog comes at one stroke or not at all. */
export function describeCatalog({ open, openBeside }: StoreHarness): void {
  test("a catalog is seen when it is published and not before, and then by everybody", async () => {
    const store = await open();
    const beside = await openBeside();
    const draft = await store.draftCatalog();
    await draft.add([
      { symbol: "FPT", details: "{}" },
      { symbol: "VNM", details: '{"name":"Vinamilk"}' },
    ]);
    expect(await beside.findInstrument("FPT")).toBeUndefined();
    await draft.publish(1_000);
    expect(await beside.findInstrument("VNM")).toEqual({ symbol: "VNM", details: '{"name":"Vinamilk"}' });
    expect((await beside.listInstruments({ limit: 1, after: "FPT" })).map(({ symbol }) => symbol)).toEqual([
      "VNM",
    ]);
    expect((await beside.readVersions()).catalog).toBe(1);
  });

  test("a new catalog takes the place of the old one, and an abandoned one takes nothing", async () => {
    const store = await open();
    const first = await store.draftCatalog();
    await first.add([{ symbol: "OLD", details: "{}" }]);
    await first.publish(1_000);
    const abandoned = await store.draftCatalog();
    await abandoned.add([{ symbol: "ODD", details: "{}" }]);
    await abandoned.abandon();
    const second = await store.draftCatalog();
    await second.add([{ symbol: "NEW", details: "{}" }]);
    await second.publish(2_000);
    expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual(["NEW"]);
    await expect.poll(async () => (await store.describe()).rowCounts["instrument"]).toBe(1);
  });
}

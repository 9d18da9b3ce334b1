import type { RatesRecord, Store } from "@trading-oms/brokerage/ports";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  chainKey,
  commitReference,
  makeAudit,
  makeExDate,
  openAccount,
  publishDraft,
} from "../testing/make-change.ts";
import { makeMark, savingClock } from "../testing/make-mark.ts";
import { importSymbols, setGroupRates, setHolidays } from "../testing/make-services.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

/** Rates and last prices by hand are changed in the commit of a change. */
export function describeRates({ open, openBeside }: StoreHarness<Store>): void {
  const rates = {
    marginRatio: 500_000n,
    marginCallRate: 400_000n,
    forceCloseRate: 300_000n,
    changedAtMs: 1_000,
  };

  test("rates are replaced by level and name, and each set increments the counter", async () => {
    const store = await open();
    const before = await store.readVersions();
    const set = (...set: RatesRecord[]) => commitReference(store, { rates: { set, removed: [] } });
    await set({ level: "group", name: "STO", ...rates, isLendingEnded: true });
    await set({ level: "symbol", name: "FPT", ...rates }, { level: "group", name: "UPX", ...rates });
    await set({ level: "symbol", name: "FPT", ...rates, marginRatio: 600_000n });
    const names = [
      { level: "symbol", name: "FPT" },
      { level: "product", name: "FPT" },
      { level: "group", name: "STO" },
    ] as const;
    const found = await store.readRates(names);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ level: "symbol", name: "FPT", ...rates, marginRatio: 600_000n });
    expect(found).toContainEqual({ level: "group", name: "STO", ...rates, isLendingEnded: true });
    await set({ level: "group", name: "STO", ...rates });
    expect(await store.readRates([{ level: "group", name: "STO" }])).toEqual([
      { level: "group", name: "STO", ...rates },
    ]);
    expect((await store.readVersions()).rates).toBe(before.rates + 4);
    const [first] = await store.listRates({ limit: 1 });
    expect(await store.listRates({ limit: 9, after: first })).toHaveLength(2);
  });

  test("rates are set and removed in the commit of their audit entry, and none on a stale version", async () => {
    const store = await open();
    const beside = await openBeside();
    const [fpt, vnm, sto] = (["FPT", "VNM", "STO"] as const).map((name) => ({
      level: name === "STO" ? ("group" as const) : ("symbol" as const),
      name,
      ...rates,
    }));
    if (!(fpt && vnm && sto)) throw new Error("There are three.");
    await commitReference(store, { rates: { set: [fpt, sto], removed: [] }, audits: [makeAudit("a")] });
    const { rates: version } = await beside.readVersions();
    await commitReference(store, { rates: { set: [vnm], removed: [fpt] }, audits: [makeAudit("b")] });
    expect(await beside.listRates({ limit: 9 })).toEqual([sto, vnm]);
    expect((await beside.readVersions()).rates).toBe(version + 1);
    expect(await beside.listAudits(chainKey, { limit: 9 })).toEqual([
      { place: 1, ...makeAudit("a") },
      { place: 2, ...makeAudit("b") },
    ]);
    const stale = { rates: { set: [fpt], removed: [sto] }, expectedVersion: 1, audits: [makeAudit("c")] };
    await expect(commitReference(store, stale)).rejects.toThrow("version-moved");
    expect(await beside.listRates({ limit: 9 })).toEqual([sto, vnm]);
    // Rates that are not set can be removed.
    await commitReference(store, { rates: { set: [], removed: [fpt] } });
  });

  test("a change sets last prices as setMarks does, and counts them", async () => {
    const store = await open();
    const beside = await openBeside();
    await store.setMarks([makeMark("FPT", 80n, 1_000), makeMark("VNM", 60n, 3_000)], savingClock);
    const { marks: version } = await store.readVersions();
    const next = [
      makeMark("FPT", 90n, 2_000, { isByHand: true }),
      makeMark("VNM", 70n, 2_000, { isByHand: true }),
    ];
    await commitReference(store, { atMs: 2_000, marks: next });
    expect(await beside.readMarks(["FPT"])).toEqual([next[0]]);
    expect(await beside.readMarks(["VNM"])).toEqual([makeMark("VNM", 60n, 3_000)]);
    expect((await beside.readVersions()).marks).toBe(version + 1);
    expect(await beside.listMarksSince({ version, limit: 9 })).toEqual([next[0]]);
  });
}

/** Ex-dates are set in the commit of a change. */
export function describeExDates({ open, openBeside }: StoreHarness<Store>): void {
  test("ex-dates are replaced by symbol, date and adjustment, in the commit of their audit entry, and counted", async () => {
    const store = await open();
    const beside = await openBeside();
    expect(await store.listExDates()).toEqual([]);
    const [fpt, second, vnm] = [
      makeExDate("FPT"),
      makeExDate("FPT", { adjustmentId: "a-2" }),
      makeExDate("VNM", { adjustmentId: "", state: "moved", terms: "" }),
    ];
    await commitReference(store, { exDates: [vnm, second, fpt], audits: [makeAudit("a")] });
    const adjusted = { ...fpt, state: "adjusted" as const, terms: "[3]" };
    await commitReference(store, { exDates: [adjusted], audits: [makeAudit("b")] });
    expect(await beside.listExDates()).toEqual([adjusted, second, vnm]);
    expect((await beside.readVersions()).exDates).toBe(2);
    expect((await beside.readAccount(chainKey))?.versions.exDates).toBe(2);
    const stale = { exDates: [{ ...vnm, state: "released" as const }], expectedVersion: 1 };
    await expect(commitReference(store, stale)).rejects.toThrow("version-moved");
    expect(await beside.listExDates()).toEqual([adjusted, second, vnm]);
    expect((await beside.readVersions()).exDates).toBe(2);
  });
}

/** An account is read with the versions of what decisions about it rest on. */
export function describeVersions({ open, openBeside }: StoreHarness<Store>): void {
  test("accounts are read with the versions of rates, catalog and holidays, alone and in pages", async () => {
    const store = await open();
    const beside = await openBeside();
    const key = { userId: "u-1", accountId: "A-1" };
    await openAccount(store, key.userId, key.accountId);
    const readVersions = async () => (await beside.readAccount(key))?.versions;
    expect(await readVersions()).toMatchObject({ rates: 0, catalog: 0, holidays: 0 });
    await setGroupRates(store, 500_000n);
    expect(await readVersions()).toMatchObject({ rates: 1, catalog: 0, holidays: 0 });
    await importSymbols(store, ["FPT"]);
    await setHolidays(store, ["2026-01-01"]);
    expect(await readVersions()).toMatchObject({ rates: 1, catalog: 1, holidays: 1 });
    const [listed] = await beside.readAccounts([key]);
    expect(listed?.versions).toEqual(await beside.readVersions());
  });
}

/** Holidays are replaced as a whole. */
export function describeHolidays({ open, openBeside }: StoreHarness<Store>): void {
  test("new holidays replace all earlier ones, sorted and without duplicates, and each set increments the counter", async () => {
    const store = await open();
    const beside = await openBeside();
    expect(await store.listHolidays()).toEqual([]);
    expect((await store.readVersions()).holidays).toBe(0);
    await setHolidays(store, ["2025-09-02", "2025-01-01", "2025-09-02", "2025-09-01"]);
    expect(await beside.listHolidays()).toEqual(["2025-01-01", "2025-09-01", "2025-09-02"]);
    await setHolidays(beside, ["2026-01-01", "2025-09-02"]);
    expect(await store.listHolidays()).toEqual(["2025-09-02", "2026-01-01"]);
    await setHolidays(store, []);
    expect(await store.listHolidays()).toEqual([]);
    expect(await beside.readVersions()).toEqual({
      catalog: 0,
      rates: 0,
      marks: 0,
      holidays: 3,
      quotes: 0,
      exDates: 0,
    });
  });

  test("after twenty concurrent sets of holidays, the list is that of one of them", async () => {
    const store = await open();
    const beside = await openBeside();
    const years = Array.from({ length: 20 }, (_, index) => [
      `${2030 + index}-01-01`,
      `${2030 + index}-09-02`,
    ]);
    await Promise.all(years.map((dates, index) => setHolidays(index % 2 ? store : beside, dates)));
    expect(years).toContainEqual(await store.listHolidays());
    expect((await store.readVersions()).holidays).toBe(20);
  });
}

/** A catalog is published atomically. */
export function describeCatalog({ open, openBeside }: StoreHarness<Store>): void {
  test("a catalog is visible only after its publication, also on other connections", async () => {
    const store = await open();
    const beside = await openBeside();
    const draft = await store.draftCatalog();
    await draft.add([
      { symbol: "FPT", details: "{}" },
      { symbol: "VNM", details: '{"name":"Vinamilk"}' },
    ]);
    expect(await beside.findInstrument("FPT")).toBeUndefined();
    await publishDraft(store, draft, 1_000);
    expect(await beside.findInstrument("VNM")).toEqual({ symbol: "VNM", details: '{"name":"Vinamilk"}' });
    expect((await beside.listInstruments({ limit: 1, after: "FPT" })).map(({ symbol }) => symbol)).toEqual([
      "VNM",
    ]);
    expect((await beside.readVersions()).catalog).toBe(1);
  });

  test("a published catalog replaces the old one, and an abandoned draft replaces nothing", async () => {
    const store = await open();
    const first = await store.draftCatalog();
    await first.add([{ symbol: "OLD", details: "{}" }]);
    await publishDraft(store, first, 1_000);
    const abandoned = await store.draftCatalog();
    await abandoned.add([{ symbol: "ODD", details: "{}" }]);
    await abandoned.abandon();
    const second = await store.draftCatalog();
    await second.add([{ symbol: "NEW", details: "{}" }]);
    await publishDraft(store, second, 2_000);
    expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual(["NEW"]);
  });
}

/** What a catalog replaced, or an import gave up, is deleted. */
export function describeOldCatalogs({ open, openFaulty }: StoreHarness): void {
  test("an old catalog and an abandoned draft are deleted in the background", async () => {
    const store = await open();
    for (const symbol of ["OLD", "ODD", "NEW"]) {
      const draft = await store.draftCatalog();
      await draft.add([{ symbol, details: "{}" }]);
      await (symbol === "ODD" ? draft.abandon() : publishDraft(store, draft));
    }
    await expect.poll(async () => (await store.countRows())["instrument"]).toBe(1);
  });

  test("a publication takes effect at once, and close waits until the old catalog is deleted", async () => {
    const store = await open();
    const old = await store.draftCatalog();
    await old.add(Array.from({ length: 2_500 }, (_, index) => ({ symbol: `O${index}`, details: "{}" })));
    await publishDraft(store, old, 1_000);
    const { store: other, close } = await openFaulty(Number.MAX_SAFE_INTEGER);
    const draft = await other.draftCatalog();
    await draft.add([{ symbol: "NEW", details: "{}" }]);
    await publishDraft(other, draft, 2_000);
    expect(await store.listInstruments({ limit: 9 })).toEqual([{ symbol: "NEW", details: "{}" }]);
    // A second close waits for the same work.
    await Promise.all([other.close(), close()]);
    expect((await store.countRows())["instrument"]).toBe(1);
  });
}

/** A draft is published, or fails with the reason. */
export function describeDrafts({ open, openBeside }: StoreHarness<Store>): void {
  test("a draft that another import discarded after a minute of idling fails as draft_gone", async () => {
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
    await publishDraft(beside, next, 1_000);
    const late = draft.add([{ symbol: "ODD", details: "{}" }]);
    await expect(late).rejects.toMatchObject({ name: "StoreFault", code: "draft_gone" });
    await expect(publishDraft(store, draft, 2_000)).rejects.toMatchObject({
      name: "StoreFault",
      code: "draft_gone",
    });
    expect(await store.listInstruments({ limit: 9 })).toEqual([{ symbol: "NEW", details: "{}" }]);
  });

  test("a draft with a duplicate symbol fails, and the current catalog remains", async () => {
    const store = await open();
    const draft = await store.draftCatalog();
    const twice = { symbol: "FPT", details: "{}" };
    await expect(draft.add([twice, twice])).rejects.toThrow();
    await draft.abandon();
    expect(await store.listInstruments({ limit: 9 })).toEqual([]);
  });
}

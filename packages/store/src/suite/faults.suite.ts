import type { DurableStore } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { failAtEach, nextFault } from "../testing/faults/fail-at-each.ts";
import { type MadeBackup, makeBackup } from "../testing/make-backup.ts";
import {
  chainKey,
  commitReference,
  makeAudit,
  makeChange,
  makeDraft,
  makeEpisode,
  makeExDate,
  makePosition,
  openAccount,
} from "../testing/make-change.ts";
import { makeMark, savingClock } from "../testing/make-mark.ts";
import { makeQuote } from "../testing/make-quote.ts";
import { importSymbols, setGroupRates } from "../testing/make-services.ts";
import { readRows } from "../testing/read-rows.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { storeOutcome } from "../testing/store-outcome.ts";
import { describeFailingUseCases } from "./failing-use-cases.suite.ts";

const group = { level: "group", name: "STO" } as const;

/** Runs each operation with a failure at its n-th statement, for every n. */
export function describeFaults(harness: StoreHarness): void {
  describeFailures(harness);
  describeFailingReferences(harness);
  describeFailingUseCases(harness);
  describeFailingSettings(harness);
  describeFailingMarks(harness);
  describeFailingQuotes(harness);
  describeFailingWatches(harness);
  describeFailingSweeps(harness);
  describeFailingSchemas(harness);
  describeFailingRestores(harness);
}

/** A failed change writes nothing. */
function describeFailures(harness: StoreHarness): void {
  test("a change with all members writes nothing if any statement fails, and succeeds when retried", async () => {
    const store = await harness.open();
    let changeCount = 0;
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        changeCount += 1;
        const accountId = `A-${failAt}`;
        await openAccount(store, "u-1", accountId);
        const positions = [makePosition("VNM"), makePosition("HPG")];
        const [episodes, audits] = [[makeEpisode("VNM")], [makeAudit("a")]];
        await store.commit(makeChange("u-1", accountId, { expectedVersion: 1, positions, episodes, audits }));
        const change = makeChange("u-1", accountId, {
          expectedVersion: 2,
          equityVnd: 5n,
          positions: [makePosition("FPT"), makePosition("HPG", { coveredVnd: 7n })],
          closedSymbols: ["VNM"],
          episodes: [makeEpisode("FPT"), makeEpisode("VNM", { isOpen: false })],
          audits: [makeAudit("b"), makeAudit("c")],
          movement: { movementId: `m-${failAt}`, kind: "deposit", amountVnd: 5n },
          outcome: { idempotencyKey: `k-${failAt}`, fingerprint: "f-1", answer: "{}" },
          notifications: [makeDraft(`Deposit/${failAt}`), makeDraft(`MarginCall/${failAt}`)],
        });
        return { change, before: await readRows(store) };
      },
      act: (faulty, { change }) => faulty.commit(change),
      judge: async ({ isDone }, { change, before }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before);
          expect(await faulty.commit(change)).toBe("committed");
        }
        expect(await store.readAccount(change.key)).toMatchObject({
          account: { version: 3, equityVnd: 5n, auditCount: 3, auditHash: "c".repeat(64) },
          positions: [makePosition("FPT"), makePosition("HPG", { coveredVnd: 7n })],
          episodes: [makeEpisode("FPT"), makeEpisode("VNM", { isOpen: false })],
          notificationCount: 2 * changeCount,
        });
        expect(await store.listAudits(change.key, { limit: 9 })).toEqual([
          { place: 1, ...makeAudit("a") },
          { place: 2, ...makeAudit("b") },
          { place: 3, ...makeAudit("c") },
        ]);
        const listed = await store.listNotifications("u-1", { limit: 500, offset: 0 });
        const [last = 0] = listed.map(({ id }) => id);
        expect(listed.map(({ id }) => last - id)).toEqual(
          Array.from({ length: 2 * changeCount }, (_, each) => each),
        );
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** A failed change of what belongs to no account writes nothing. */
function describeFailingReferences(harness: StoreHarness): void {
  test("a change with rates, last prices, holidays and ex-dates writes nothing if any statement fails, and succeeds when retried", async () => {
    const store = await harness.open();
    const rates = {
      marginRatio: 500_000n,
      marginCallRate: 400_000n,
      forceCloseRate: 300_000n,
      changedAtMs: 1_000,
    };
    const [fpt, vnm] = (["FPT", "VNM"] as const).map((name) => ({
      level: "symbol" as const,
      name,
      ...rates,
    }));
    if (!(fpt && vnm)) throw new Error("There are two.");
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        await commitReference(store, {
          rates: { set: [fpt], removed: [vnm] },
          holidays: ["2025-01-01", "2026-09-02"],
          audits: [makeAudit("a")],
        });
        const { account } = (await store.readAccount(chainKey)) ?? {};
        const change = makeChange(chainKey.userId, chainKey.accountId, {
          expectedVersion: account?.version ?? 0,
          atMs: 1_000 + failAt,
          audits: [makeAudit("b")],
          rates: { set: [vnm], removed: [fpt] },
          marks: [makeMark("FPT", 80n, 1_000 + failAt, { isByHand: true })],
          holidays: ["2026-01-01", "2026-09-02"],
          exDates: [makeExDate("FPT", { adjustmentId: `a-${failAt}` })],
          outcome: { idempotencyKey: `k-${failAt}`, fingerprint: "f-1", answer: "{}" },
        });
        return { change, rows: await readRows(store), versions: await store.readVersions() };
      },
      act: (faulty, { change }) => faulty.commit(change),
      judge: async ({ isDone }, { change, rows, versions }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          expect(await faulty.commit(change)).toBe("committed");
        }
        expect(await store.listRates({ limit: 9 })).toEqual([vnm]);
        expect(await store.readMarks(["FPT"])).toEqual(change.marks);
        expect(await store.listHolidays()).toEqual(change.holidays);
        const counted = {
          ...versions,
          marks: versions.marks + 1,
          rates: versions.rates + 1,
          holidays: versions.holidays + 1,
          exDates: versions.exDates + 1,
        };
        expect(await store.readVersions()).toEqual(counted);
        expect(await store.readAccount(chainKey)).toMatchObject({ account: { auditHash: "b".repeat(64) } });
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Replacing rates or a catalog is atomic, whichever statement fails. */
function describeFailingSettings(harness: StoreHarness): void {
  test("rates are neither set nor counted if any statement fails, and are set when retried", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: () => replaceRates(store, 500_000n),
      act: (faulty) => setGroupRates(faulty, 600_000n),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await setGroupRates(faulty, 600_000n);
        }
        expect(await store.readRates([group])).toMatchObject([{ marginRatio: 600_000n }]);
        expect((await store.readVersions()).rates).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
  });

  test("the current catalog remains if any statement of an import fails, and is replaced when retried", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async () => {
        await importSymbols(store, ["FPT", "OLD"]);
        return { rows: await readRows(store), version: (await store.readVersions()).catalog };
      },
      act: (faulty) => importSymbols(faulty, ["FPT", "NEW", "VNM"]),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await importSymbols(faulty, ["FPT", "NEW", "VNM"]);
        }
        expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual([
          "FPT",
          "NEW",
          "VNM",
        ]);
        expect((await store.readVersions()).catalog).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
    await importSymbols(store, ["FPT"]);
    await expect.poll(() => countCatalogs(store)).toEqual({ instrument: 1, catalog_generation: 1 });
  });
}

async function replaceRates(
  store: DurableStore,
  marginRatio: bigint,
): Promise<{ rows: string[]; version: number }> {
  await setGroupRates(store, marginRatio);
  return { rows: await readRows(store), version: (await store.readVersions()).rates };
}

/** The numbers of rows that failed imports could leave. */
async function countCatalogs(store: DurableStore): Promise<Readonly<Record<string, number | undefined>>> {
  const rowCounts = await store.countRows();
  return { instrument: rowCounts["instrument"], catalog_generation: rowCounts["catalog_generation"] };
}

/** Setting last prices is atomic, whichever statement fails. */
function describeFailingMarks(harness: StoreHarness): void {
  test("marks are neither set nor counted if any statement fails, and are set when retried", async () => {
    const store = await harness.open();
    const next = [makeMark("FPT", 90n, 2_000), makeMark("VNM", 60n, 2_000)];
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        await store.setMarks([makeMark("FPT", 80n, 1_000), makeMark(`S${failAt}`, 10n, 1_000)], savingClock);
        return { rows: await readRows(store), version: (await store.readVersions()).marks };
      },
      act: (faulty) => faulty.setMarks(next, savingClock),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await faulty.setMarks(next, savingClock);
        }
        expect(await store.readMarks(["VNM", "FPT"])).toEqual(expect.arrayContaining(next));
        expect((await store.readVersions()).marks).toBe(before.version + 1);
        expect(await store.listMarksSince({ version: before.version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Saving a chunk of quotes is atomic, whichever statement fails. */
function describeFailingQuotes(harness: StoreHarness): void {
  test("quotes are neither saved nor counted if any statement fails, and are saved when retried", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const next = [makeQuote("FPT", failAt * 10), makeQuote("VNM", failAt * 10)];
        await store.saveQuotes([makeQuote("FPT", failAt * 10 - 1), makeQuote(`S${failAt}`, 1)], savingClock);
        return { next, rows: await readRows(store), version: (await store.readVersions()).quotes };
      },
      act: (faulty, { next }) => faulty.saveQuotes(next, savingClock),
      judge: async ({ isDone }, { next, rows, version }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          await faulty.saveQuotes(next, savingClock);
        }
        expect((await store.readVersions()).quotes).toBe(version + 1);
        expect(await store.listQuotesSince({ version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Claims are atomic, whichever statement fails. */
function describeFailingWatches(harness: StoreHarness): void {
  test("a claim changes no lease if any statement fails, and succeeds when retried", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const atMs = failAt * 10_000;
        await store.claimShards({ holder: "other", shards: [1, 2], atMs, untilMs: atMs + 1_000 });
        const before = await store.claimShards({
          holder: "own",
          shards: [3, 4],
          atMs,
          untilMs: atMs + 5_000,
        });
        const claim = { holder: "own", shards: [1, 2, 3], atMs: atMs + 2_000, untilMs: atMs + 9_000 };
        return { claim, before };
      },
      act: (faulty, { claim }) => faulty.claimShards(claim),
      judge: async ({ isDone }, { claim, before }, faulty) => {
        if (!isDone) {
          expect(await store.readRota()).toEqual(before);
          await faulty.claimShards(claim);
        }
        const [first = 0, second = 0] = before.leases.map(({ fencing }) => fencing);
        const { watchers, leases } = await store.readRota();
        expect(watchers).toContainEqual({ holder: "own", untilMs: claim.untilMs });
        expect(leases).toMatchObject([
          { shard: 1, holder: "own", fencing: first + 1, untilMs: claim.untilMs },
          { shard: 2, holder: "own", fencing: second + 1, untilMs: claim.untilMs },
          { shard: 3, holder: "own", untilMs: claim.untilMs },
          { shard: 4, holder: "own", untilMs: claim.atMs },
        ]);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** A sweep of outcomes is atomic, whichever statement fails. */
function describeFailingSweeps(harness: StoreHarness): void {
  test("a sweep deletes nothing if any statement fails, and all old outcomes when retried", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const account = { userId: `u-${failAt}`, accountId: `A-${failAt}` };
        await openAccount(store, account.userId, account.accountId);
        for (const [index, atMs] of [1_000, 9_000, 2_000].entries()) {
          await storeOutcome(store, { ...account, version: index + 1, key: `k-${index}`, atMs });
        }
        return { userId: account.userId, rows: await readRows(store) };
      },
      act: (faulty) => faulty.sweepOutcomes({ limit: 100, beforeMs: 5_000 }),
      judge: async ({ isDone }, { userId, rows }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          expect(await faulty.sweepOutcomes({ limit: 100, beforeMs: 5_000 })).toBeUndefined();
        }
        const found = await Promise.all(["k-0", "k-1", "k-2"].map((key) => store.readOutcome(userId, key)));
        expect(found).toMatchObject([undefined, { idempotencyKey: "k-1" }, undefined]);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** A database in which creating the schema failed is created by the next process. */
function describeFailingSchemas(harness: StoreHarness): void {
  const { open, openBeside, createDatabase, createSchemaFaulty } = harness;

  test("the next opening creates the schema if creating it failed at any statement, and nothing twice", async () => {
    const whole = await open();
    const rows = await readRows(whole);
    const { schemaVersion } = await whole.describe();
    let count = 0;
    for (let [failAt, hasFired] = [1, true]; hasFired; failAt = nextFault(failAt), count += 1) {
      await createDatabase();
      hasFired = await createSchemaFaulty(failAt);
      const store = await openBeside();
      expect((await store.describe()).schemaVersion).toBe(schemaVersion);
      expect(await readRows(store)).toEqual(rows);
      await openAccount(store, "u-1", "A-1");
      const change = makeChange("u-1", "A-1", { expectedVersion: 1, notifications: [makeDraft("m-1")] });
      expect(await store.commit(change)).toBe("committed");
      await store.close();
    }
    expect(count).toBeGreaterThan(1);
  });
}

/** A restore completes, writes nothing, or leaves a store that refuses to open. */
function describeFailingRestores(harness: StoreHarness): void {
  test("a restore that fails at any statement leaves an empty store, or one that refuses to open as unfinished", async () => {
    const backup = await makeBackup(harness);
    let store: DurableStore | undefined;
    let empty: readonly string[] = [];
    const count = await failAtEach(harness, {
      prepare: async () => {
        // Reuses the store while it is still empty; the last attempt restores completely.
        store ??= await harness.open();
        empty = await readRows(store);
        return store;
      },
      act: (faulty) => faulty.restore(backup.stream()),
      judge: async ({ isDone }, opened, faulty) => {
        if (isDone) return expect(await readRows(opened)).toEqual(await backup.rows());
        if (await isRefused(harness)) {
          await checkUnfinished([opened, faulty], backup);
          store = undefined;
        } else {
          expect(await readRows(opened)).toEqual(empty);
        }
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Whether the last opened store now refuses to open, because of an unfinished restore. */
async function isRefused({ openBeside }: StoreHarness): Promise<boolean> {
  try {
    await (await openBeside()).close();
    return false;
  } catch (failure) {
    expect(failure).toMatchObject({
      name: "StoreFault",
      code: "unfinished_restore",
      message: expect.stringContaining("restore again"),
    });
    return true;
  }
}

async function checkUnfinished(stores: readonly DurableStore[], backup: MadeBackup): Promise<void> {
  for (const each of stores) {
    const opening = openAccount(each, "u-9", "Z-9");
    await expect(opening).rejects.toMatchObject({ code: "unfinished_restore" });
    const again = each.restore(backup.stream());
    await expect(again).rejects.toMatchObject({ code: "unfinished_restore" });
  }
}

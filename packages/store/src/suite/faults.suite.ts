import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { failAtEach } from "../testing/fail-at-each.ts";
import { keepOutcome } from "../testing/keep-outcome.ts";
import { type MadeBackup, makeBackup } from "../testing/make-backup.ts";
import {
  makeAudit,
  makeChange,
  makeDraft,
  makeEpisode,
  makePosition,
  openAccount,
} from "../testing/make-change.ts";
import { makeMark } from "../testing/make-mark.ts";
import { makeQuote } from "../testing/make-quote.ts";
import { listSymbols, setGroupRates } from "../testing/make-services.ts";
import { oldSchemas } from "../testing/old-schemas.ts";
import { readRows } from "../testing/read-rows.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { describeFailingUseCases } from "./failing-use-cases.suite.ts";

const group = { level: "group", name: "STO" } as const;

/** Everything that can be made to fail at its n-th statement, for every n. */
export function describeFaults(harness: StoreHarness): void {
  describeFailures(harness);
  describeFailingUseCases(harness);
  describeFailingSettings(harness);
  describeFailingMarks(harness);
  describeFailingQuotes(harness);
  describeFailingWatches(harness);
  describeFailingSweeps(harness);
  describeFailingMigrations(harness);
  describeFailingRestores(harness);
}

/** A failure leaves nothing half done. */
function describeFailures(harness: StoreHarness): void {
  test("a change of everything that fails at any of its statements leaves nothing half written, and can be made again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
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
          outcome: { idempotencyKey: `k-${failAt}`, fingerprint: "f-1", outcome: "{}" },
          notifications: [makeDraft(`Deposit/${failAt}`), makeDraft(`MarginCall/${failAt}`)],
        });
        return { change, before: await readRows(store), place: failAt };
      },
      act: (faulty, { change }) => faulty.commit(change),
      judge: async ({ isDone }, { change, before, place }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before);
          expect(await faulty.commit(change)).toBe("committed");
        }
        expect(await store.readAccount(change.key)).toMatchObject({
          account: { version: 3, equityVnd: 5n, auditCount: 3, auditHash: "c".repeat(64) },
          positions: [makePosition("FPT"), makePosition("HPG", { coveredVnd: 7n })],
          episodes: [makeEpisode("FPT"), makeEpisode("VNM", { isOpen: false })],
          notificationCount: 2 * place,
        });
        expect(await store.listAudits(change.key, { limit: 9 })).toEqual([
          { place: 1, ...makeAudit("a") },
          { place: 2, ...makeAudit("b") },
          { place: 3, ...makeAudit("c") },
        ]);
        const told = await store.listNotifications("u-1", { limit: 500, offset: 0 });
        const [last = 0] = told.map(({ id }) => id);
        expect(told.map(({ id }) => last - id)).toEqual(Array.from({ length: 2 * place }, (_, each) => each));
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Rates and catalogs are replaced as a whole or stay as they were, wherever the store fails. */
function describeFailingSettings(harness: StoreHarness): void {
  test("rates that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
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

  test("a catalog that fails at any statement leaves the one in force, and is replaced when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async () => {
        await listSymbols(store, ["FPT", "OLD"]);
        return { rows: await readRows(store), version: (await store.readVersions()).catalog };
      },
      act: (faulty) => listSymbols(faulty, ["FPT", "NEW", "VNM"]),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await listSymbols(faulty, ["FPT", "NEW", "VNM"]);
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
    await listSymbols(store, ["FPT"]);
    await expect.poll(() => countCatalogs(store)).toEqual({ instrument: 1, catalog_generation: 1 });
  });
}

async function replaceRates(store: Store, marginRatio: bigint): Promise<{ rows: string[]; version: number }> {
  await setGroupRates(store, marginRatio);
  return { rows: await readRows(store), version: (await store.readVersions()).rates };
}

/** Whatever was given up half-way is swept away. */
async function countCatalogs(store: Store): Promise<Readonly<Record<string, number | undefined>>> {
  const { rowCounts } = await store.describe();
  return { instrument: rowCounts["instrument"], catalog_generation: rowCounts["catalog_generation"] };
}

/** Last prices are set together or not at all, wherever the store fails. */
function describeFailingMarks(harness: StoreHarness): void {
  test("marks that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
    const store = await harness.open();
    const next = [makeMark("FPT", 90n, 2_000), makeMark("VNM", 60n, 2_000)];
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        await store.setMarks([makeMark("FPT", 80n, 1_000), makeMark(`S${failAt}`, 10n, 1_000)]);
        return { rows: await readRows(store), version: (await store.readVersions()).marks };
      },
      act: (faulty) => faulty.setMarks(next),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await faulty.setMarks(next);
        }
        expect(await store.readMarks(["VNM", "FPT"])).toEqual(expect.arrayContaining(next));
        expect((await store.readVersions()).marks).toBe(before.version + 1);
        expect(await store.listMarksSince({ version: before.version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Quotes are kept together or not at all, wherever the store fails. */
function describeFailingQuotes(harness: StoreHarness): void {
  test("quotes that fail at any statement are neither kept nor counted, and are kept when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const next = [makeQuote("FPT", failAt * 10), makeQuote("VNM", failAt * 10)];
        await store.saveQuotes([makeQuote("FPT", failAt * 10 - 1), makeQuote(`S${failAt}`, 1)]);
        return { next, rows: await readRows(store), version: (await store.readVersions()).quotes };
      },
      act: (faulty, { next }) => faulty.saveQuotes(next),
      judge: async ({ isDone }, { next, rows, version }, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(rows);
          await faulty.saveQuotes(next);
        }
        expect((await store.readVersions()).quotes).toBe(version + 1);
        expect(await store.listQuotesSince({ version, limit: 9 })).toEqual(next);
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** What watchers write is written as a whole, wherever the store fails. */
function describeFailingWatches(harness: StoreHarness): void {
  test("holidays that fail at any statement are neither set nor counted, and are set when it is asked for again", async () => {
    const store = await harness.open();
    const next = ["2026-01-01", "2026-09-02"];
    const count = await failAtEach(harness, {
      prepare: async () => {
        await store.setHolidays(["2025-01-01", "2025-09-01", "2025-09-02"]);
        return { rows: await readRows(store), version: (await store.readVersions()).holidays };
      },
      act: (faulty) => faulty.setHolidays(next),
      judge: async ({ isDone }, before, faulty) => {
        if (!isDone) {
          expect(await readRows(store)).toEqual(before.rows);
          await faulty.setHolidays(next);
        }
        expect(await store.listHolidays()).toEqual(next);
        expect((await store.readVersions()).holidays).toBe(before.version + 1);
      },
    });
    expect(count).toBeGreaterThan(0);
  });

  test("a claim that fails at any statement leaves the rota as it was, and is made when it is asked for again", async () => {
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

/** Outcomes are forgotten together or not at all, wherever the store fails. */
function describeFailingSweeps(harness: StoreHarness): void {
  test("a sweep that fails at any statement forgets nothing, and forgets all when it is asked for again", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const account = { userId: `u-${failAt}`, accountId: `A-${failAt}` };
        await openAccount(store, account.userId, account.accountId);
        for (const [index, atMs] of [1_000, 9_000, 2_000].entries()) {
          await keepOutcome(store, { ...account, version: index + 1, key: `k-${index}`, atMs });
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

/** A schema is made as a whole. */
function describeFailingMigrations(harness: StoreHarness): void {
  const { open, openBeside, stepsOf, makePlace, migrateFaulty } = harness;

  test("a migration that fails at any statement is completed by whoever opens next, and nothing of it is there twice", async () => {
    const whole = await open();
    const rows = await readRows(whole);
    const { schemaVersion } = await whole.describe();
    let count = 0;
    for (let hasStruck = true; hasStruck; count += 1) {
      await makePlace([]);
      hasStruck = await migrateFaulty(count + 1);
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

  test.each(oldSchemas)(
    "a migration of the $name schema that fails at any statement is completed by whoever opens next, and keeps every row",
    async (schema) => {
      let count = 0;
      for (let hasStruck = true; hasStruck; count += 1) {
        await makePlace([...stepsOf(schema.step), ...schema.inserts]);
        hasStruck = await migrateFaulty(count + 1);
        const store = await openBeside();
        expect(await readRows(store)).toEqual(schema.rowsSince);
        await schema.goOn(store);
        await store.close();
      }
      expect(count).toBeGreaterThan(1);
    },
  );
}

/** A restore comes to its end or is known not to have. */
function describeFailingRestores(harness: StoreHarness): void {
  test("a restore that fails at any statement leaves nothing and can be made again, or a store that says so and is served to nobody", async () => {
    const backup = await makeBackup(harness);
    let store: Store | undefined;
    let empty: readonly string[] = [];
    const count = await failAtEach(harness, {
      prepare: async () => {
        // Whatever was left as it was takes the next attempt, and in the end the whole.
        store ??= await harness.open();
        empty = await readRows(store);
        return store;
      },
      act: (faulty) => faulty.restore(backup.stream()),
      judge: async ({ isDone }, opened, faulty) => {
        if (isDone) return expect(await readRows(opened)).toEqual(await backup.rows());
        if (await isRefused(harness)) {
          await judgeUnfinished([opened, faulty], backup);
          store = undefined;
        } else {
          expect(await readRows(opened)).toEqual(empty);
        }
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

/** Whether the store that was opened last is opened to nobody any more. */
async function isRefused({ openBeside }: StoreHarness): Promise<boolean> {
  try {
    await (await openBeside()).close();
    return false;
  } catch (failure) {
    expect(failure).toMatchObject({
      name: "StoreFault",
      code: "unfinished-restore",
      message: expect.stringContaining("restore again"),
    });
    return true;
  }
}

async function judgeUnfinished(stores: readonly Store[], backup: MadeBackup): Promise<void> {
  for (const each of stores) {
    const opening = openAccount(each, "u-9", "Z-9");
    await expect(opening).rejects.toMatchObject({ code: "unfinished-restore" });
    const again = each.restore(backup.stream());
    await expect(again).rejects.toMatchObject({ code: "unfinished-restore" });
  }
}

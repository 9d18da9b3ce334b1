import { afterAll, describe, expect, test } from "vitest";
import { schemaVersion } from "../sql/schema-version.ts";
import { describeDurableStore, describeFailingStore } from "../store.suite.ts";
import { expectConverted } from "../suite/converted.ts";
import { makeFaultyD1, makeInterruptibleD1 } from "../testing/faults/make-faulty-d1.ts";
import { fillStore } from "../testing/fill-store.ts";
import { makeChange, makeDraft, openAccount, publishDraft } from "../testing/make-change.ts";
import { makeD1Databases } from "../testing/make-d1-databases.ts";
import { rowsOfSchema9, schema9Of } from "../testing/rows-of-schema-9.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { conversionOfD1 } from "./convert-d1.ts";
import { d1StoreOf } from "./d1-store.ts";
import type { D1Binding } from "./database.ts";
import { openD1Store, openExistingD1Store } from "./open-d1-store.ts";

const databases = makeD1Databases();

afterAll(() => databases.dispose());

function makeHarness(): StoreHarness {
  let last: D1Binding;
  return {
    open: async () => {
      last = databases.next();
      return openD1Store(last);
    },
    openBeside: () => openD1Store(last),
    openFaulty: async (failAt) => {
      const { binding, hasFired } = makeFaultyD1(last, failAt);
      return { store: d1StoreOf(binding), hasFired: async () => hasFired(), close: async () => {} };
    },
    openInterruptible: async () => {
      const { binding, interrupt, resume } = makeInterruptibleD1(last);
      return { store: d1StoreOf(binding), interrupt, resume };
    },
    createDatabase: async () => {
      last = databases.next();
    },
    createSchemaFaulty: async (failAt) => {
      const { binding, hasFired } = makeFaultyD1(last, failAt);
      await openD1Store(binding).catch((failure) => {
        if (!hasFired()) throw failure;
      });
      return hasFired();
    },
    clean: async () => {},
  };
}

describeDurableStore("D1", makeHarness());
describeFailingStore("D1", makeHarness());

describe("the store on D1", () => {
  test("creates the schema of an empty database once when several isolates start concurrently", async () => {
    const database = databases.next();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openD1Store(database)));
    for (const [index, store] of stores.entries()) await openAccount(store, `u-${index}`, `A-${index}`);
    expect((await stores[0]?.countRows())?.["account"]).toBe(8);
    const { results } = await database.prepare("select step from schema_step").all();
    expect(results).toEqual([{ step: schemaVersion }]);
  });

  test("rejects updates and deletions of audit entries", async () => {
    const database = databases.next();
    await fillStore(await openD1Store(database));
    for (const sql of ["update audit set entry = '{}'", "delete from audit where place = 2"]) {
      await expect(database.prepare(sql).all()).rejects.toThrow("An audit is only added to.");
    }
  });

  test.each([
    [schemaVersion - 1, "older_version"],
    [99, "newer_version"],
  ])("rejects a database of schema %i, and says what to do", async (step, code) => {
    const database = databases.next();
    await openD1Store(database);
    await database.prepare(`update schema_step set step = ${step}`).all();
    const refusal = { code, message: expect.stringContaining(`has schema ${step}, and this version`) };
    for (const open of [openD1Store, openExistingD1Store]) {
      await expect(open(database)).rejects.toMatchObject(refusal);
    }
    expect((await database.prepare("select step from schema_step").all()).results).toEqual([{ step }]);
  });

  test("converts a database of schema 9 by its statements", async () => {
    const database = databases.next();
    const before = schema9Of("sqlite")
      .replace(/^--.*$/gm, "")
      .split(";\n");
    const statements = [
      ...before.map((each) => each.trim()).filter((each) => each !== ""),
      "create table schema_step (step integer primary key) strict",
      "insert into schema_step values (9)",
      ...rowsOfSchema9,
    ];
    await database.batch(statements.map((each) => database.prepare(each)));
    await expect(openD1Store(database)).rejects.toMatchObject({
      code: "older_version",
      message: expect.stringContaining("pnpm edge sql --from 9"),
    });
    const ofAnother = conversionOfD1(10).map((each) => database.prepare(each));
    await expect(database.batch(ofAnother)).rejects.toThrow("NOT NULL");
    await database.batch(conversionOfD1(9).map((each) => database.prepare(each)));
    await expectConverted(await openD1Store(database));
  });

  test("rejects an empty database where it may not create the schema", async () => {
    await expect(openExistingD1Store(databases.next())).rejects.toMatchObject({
      code: "no_schema",
      message: expect.stringContaining("Deploy the Workers"),
    });
  });

  test("rejects a database of another program", async () => {
    const foreign = databases.next();
    await foreign.prepare("create table invoice (id integer primary key)").all();
    await expect(openD1Store(foreign)).rejects.toMatchObject({ code: "of_another_program" });
  });

  test("rejects a database after an interrupted restore", async () => {
    const database = databases.next();
    const store = await openD1Store(database);
    const rows = (async function* () {
      yield { table: "secrets", row: {} };
    })();
    await expect(store.restore(rows)).rejects.toMatchObject({ code: "broken_backup" });
    await expect(openD1Store(database)).rejects.toMatchObject({ code: "unfinished_restore" });
  });

  test("accepts amounts up to 2^53 - 1 of either sign, and rejects larger ones", async () => {
    const store = await openD1Store(databases.next());
    await openAccount(store, "u-1", "A-1");
    const set = (expectedVersion: number, equityVnd: bigint): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion, equityVnd }));
    expect(await set(1, -9_007_199_254_740_991n)).toBe("committed");
    await expect(set(2, 9_007_199_254_740_992n)).rejects.toThrow(RangeError);
    await expect(set(2, -9_007_199_254_740_993n)).rejects.toThrow(RangeError);
    expect(await store.readAccount({ userId: "u-1", accountId: "A-1" })).toMatchObject({
      account: { version: 2, equityVnd: -9_007_199_254_740_991n },
    });
  });

  test("allocates distinct numbers to 100 concurrent users of two stores", async () => {
    const database = databases.next();
    const stores = [await openD1Store(database), await openD1Store(database)];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        stores[index % 2]?.commit(
          makeChange(`u-${index}`, `A-${index}`, { notifications: [makeDraft("welcome")] }),
        ),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(["committed"]));
    const { results } = await database.prepare("select count(distinct id) as count from notification").all();
    expect(results).toEqual([{ count: 100 }]);
  });

  test("imports a catalog with more entries and more text than one statement can hold", async () => {
    const store = await openD1Store(databases.next());
    const entries = Array.from({ length: 2_001 }, (_, index) => ({
      symbol: `S${String(index).padStart(4, "0")}`,
      details: JSON.stringify({ name: "Cổ phiếu ".repeat(200) }),
    }));
    const draft = await store.draftCatalog();
    await draft.add(entries);
    await publishDraft(store, draft, 1_000);
    expect(await store.listInstruments({ limit: 3_000 })).toEqual(entries);
  });

  test("rejects a backup that does not fit into one batch", async () => {
    const database = databases.next();
    const store = await openD1Store(database);
    await database
      .prepare(
        `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 50001)
        insert into idempotent_answer select 'u-1', n, 'f', '{}', 1 from counted`,
      )
      .all();
    await expect(store.backUp()[Symbol.asyncIterator]().next()).rejects.toThrow("wrangler d1 export");
  });

  test("counts a quote as three rows in the size limit of a backup", async () => {
    const database = databases.next();
    const store = await openD1Store(database);
    await database
      .prepare(
        `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 16700)
        insert into quote select n, 1, 1, '{}', '{}', 1 from counted`,
      )
      .all();
    await expect(store.backUp()[Symbol.asyncIterator]().next()).rejects.toThrow("a quote counted as 3");
  });
});

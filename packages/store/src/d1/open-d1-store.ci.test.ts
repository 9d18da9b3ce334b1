import { Miniflare } from "miniflare";
import { afterAll, describe, expect, test } from "vitest";
import { describeStore } from "../store.suite.ts";
import { makeChange, makeDraft, openAccount } from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import type { D1Binding, D1Result, D1Statement } from "./d1-binding.ts";
import { openD1Store } from "./open-d1-store.ts";

/** Does within the runtime of Workers, on its own bindings, what it is sent; one request a call is what keeps it quick. */
const script = `export default {
  async fetch(request, databases) {
    const { name, isBatch, statements } = await request.json();
    const database = databases[name];
    try {
      const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
      return Response.json(isBatch ? await database.batch(prepared) : [await prepared[0].all()]);
    } catch (failure) {
      return new Response(String(failure), { status: 500 });
    }
  },
};`;

const names = Array.from({ length: 64 }, (_, index) => `DATABASE_${index}`);
const miniflare = new Miniflare({ modules: true, script, d1Databases: names });

afterAll(() => miniflare.dispose());

/** A database that holds nothing; each is used once. */
function nextDatabase(): D1Binding {
  const name = names.shift();
  if (name === undefined) throw new Error("All databases are used up; make more of them.");
  const ask = async (isBatch: boolean, statements: readonly D1Statement[]): Promise<D1Result[]> => {
    const body = JSON.stringify({ name, isBatch, statements });
    const response = await miniflare.dispatchFetch("http://workers.test/", { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as D1Result[];
  };
  const prepare = (sql: string, ...values: (string | number | null)[]) => {
    const statement = {
      sql,
      values,
      bind: (...bound: typeof values): D1Statement => prepare(sql, ...bound),
      all: async () => (await ask(false, [statement]))[0] ?? { results: [] },
    };
    return statement;
  };
  return { prepare: (sql) => prepare(sql), batch: (statements) => ask(true, statements) };
}

function makeHarness(): StoreHarness {
  let last: D1Binding;
  return {
    open: async () => {
      last = nextDatabase();
      return openD1Store(last);
    },
    openBeside: () => openD1Store(last),
    openFaulty: (failAt) => openD1Store(makeFaulty(last, failAt)),
    clean: async () => {},
  };
}

/** A database whose n-th statement of each batch fails, as a broken one would have it. */
function makeFaulty(database: D1Binding, failAt: number): D1Binding {
  return {
    prepare: (sql) => database.prepare(sql),
    batch: (statements) =>
      database.batch(
        statements.map((statement, index) =>
          index + 1 === failAt ? database.prepare("select 1 from a_table_that_is_not_there") : statement,
        ),
      ),
  };
}

describeStore("D1", makeHarness());

describe("A database on D1", () => {
  test("is brought to the newest schema once, however many isolates start at once", async () => {
    const database = nextDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openD1Store(database)));
    for (const [index, store] of stores.entries()) await openAccount(store, `u-${index}`, `A-${index}`);
    expect((await stores[0]?.describe())?.rowCounts["account"]).toBe(8);
    const { results } = await database.prepare("select step from schema_step").all();
    expect(results).toEqual([{ step: 1 }]);
  });

  test("is left alone where a newer version or another program has written it", async () => {
    const newer = nextDatabase();
    await openD1Store(newer);
    await newer.prepare("insert into schema_step values (99)").all();
    await expect(openD1Store(newer)).rejects.toMatchObject({ code: "newer-version" });
    const foreign = nextDatabase();
    await foreign.prepare("create table invoice (id integer primary key)").all();
    await expect(openD1Store(foreign)).rejects.toMatchObject({ code: "of-another-program" });
  });

  test("is not opened after a restore that did not come to its end", async () => {
    const database = nextDatabase();
    const store = await openD1Store(database);
    const rows = (async function* () {
      yield { table: "secrets", row: {} };
    })();
    await expect(store.restore(rows)).rejects.toMatchObject({ code: "broken-backup" });
    await expect(openD1Store(database)).rejects.toMatchObject({ code: "broken-backup" });
  });

  test("takes amounts up to 2^53 - 1 either way, and none that it would round", async () => {
    const store = await openD1Store(nextDatabase());
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

  test("gives a number to each of a hundred users who come at once by two ways", async () => {
    const database = nextDatabase();
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

  test("takes a catalog of more entries and of more text than one statement can", async () => {
    const store = await openD1Store(nextDatabase());
    const entries = Array.from({ length: 2_001 }, (_, index) => ({
      symbol: `S${String(index).padStart(4, "0")}`,
      details: JSON.stringify({ name: "Cổ phiếu ".repeat(200) }),
    }));
    const draft = await store.draftCatalog();
    await draft.add(entries);
    await draft.publish(1_000);
    expect(await store.listInstruments({ limit: 3_000 })).toEqual(entries);
  });

  test("is backed up as one moment or not at all", async () => {
    const database = nextDatabase();
    const store = await openD1Store(database);
    await database
      .prepare(
        `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 50001)
        insert into outcome select 'u-1', n, 'f', '{}', 1 from counted`,
      )
      .all();
    await expect(store.backUp()[Symbol.asyncIterator]().next()).rejects.toThrow("wrangler d1 export");
  });
});

import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { fillStore } from "../testing/fill-store.ts";
import { oldSchemas } from "../testing/old-schemas.ts";
import { readRows } from "../testing/read-rows.ts";
import { startAtOnce } from "../testing/start-at-once.ts";
import { stepsOfPostgresql } from "../testing/steps-of-postgresql.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";
import { migrations } from "./schema.ts";

test("two processes that start at once on an empty PostgreSQL migrate it once, and both work", async () => {
  await withDatabase(async (url) => {
    expect(await startAtOnce(url, 2)).toEqual([migrations.length, migrations.length]);
    const store = await openPostgresqlStore({ url });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(2);
    await store.close();
  });
});

test.each(oldSchemas)(
  "two processes that start at once on a PostgreSQL of the $name schema migrate it once, and none of its rows is lost",
  async (schema) => {
    await withDatabase(async (url, run) => {
      await run([...stepsOfPostgresql(schema.step), ...schema.inserts].join(";\n"));
      expect(await startAtOnce(url, 2)).toEqual([migrations.length, migrations.length]);
      const store = await openPostgresqlStore({ url });
      expect(await store.listAccounts({ limit: 9 })).toHaveLength(3);
      const kept = schema.rowsSince.filter((row) => !row.startsWith("number_block "));
      expect(await readRows(store)).toEqual(expect.arrayContaining(kept));
      await schema.goOn(store);
      await store.close();
    });
  },
);

test("entries of an audit are neither changed nor taken away on PostgreSQL", async () => {
  await withDatabase(async (url, run) => {
    const store = await openPostgresqlStore({ url });
    await fillStore(store);
    await store.close();
    for (const slip of ["update audit set entry = '{}'", "delete from audit", "truncate audit"]) {
      await expect(run(slip)).rejects.toThrow("An audit is only added to.");
    }
  });
});

test("a database from the future is refused, and nothing in it is changed", async () => {
  await withDatabase(async (url, run) => {
    await (await openPostgresqlStore({ url })).close();
    await run("insert into schema_step values (99)");
    await expect(openPostgresqlStore({ url })).rejects.toMatchObject({
      name: "StoreFault",
      code: "newer-version",
    });
  });
});

test("a server that does not answer is said so, without the password that was given", async () => {
  const url = "postgres://oms:hunter2@127.0.0.1:1/oms";
  const failure = await openPostgresqlStore({ url }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "unreachable" });
  expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
});

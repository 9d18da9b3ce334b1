import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { fillStore } from "../testing/fill-store.ts";
import { startProcesses } from "../testing/programs/start-processes.ts";
import { readRows } from "../testing/read-rows.ts";
import { oldSchemas } from "../testing/schemas/old-schemas.ts";
import { postgresqlSchema } from "../testing/schemas/postgresql-schema.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";
import { migrations } from "./schema.ts";

test("migrates an empty PostgreSQL once when two processes start concurrently", async () => {
  await withDatabase(async (url) => {
    expect(await startProcesses(url, 2)).toEqual([migrations.length, migrations.length]);
    const store = await openPostgresqlStore({ url });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(2);
    await store.close();
  });
});

test.each(oldSchemas)(
  "migrates the $name schema once when two processes start concurrently, and keeps its rows",
  async (schema) => {
    await withDatabase(async (url, run) => {
      await run([...postgresqlSchema(schema.step), ...schema.inserts].join(";\n"));
      expect(await startProcesses(url, 2)).toEqual([migrations.length, migrations.length]);
      const store = await openPostgresqlStore({ url });
      expect(await store.listAccounts({ limit: 9 })).toHaveLength(3);
      const kept = schema.migratedRows.filter((row) => !row.startsWith("number_block "));
      expect(await readRows(store)).toEqual(expect.arrayContaining(kept));
      await schema.useLaterFeatures(store);
      await store.close();
    });
  },
);

test("rejects updates and deletions of audit entries", async () => {
  await withDatabase(async (url, run) => {
    const store = await openPostgresqlStore({ url });
    await fillStore(store);
    await store.close();
    for (const statement of ["update audit set entry = '{}'", "delete from audit", "truncate audit"]) {
      await expect(run(statement)).rejects.toThrow("An audit is only added to.");
    }
  });
});

test("rejects the database of a newer version", async () => {
  await withDatabase(async (url, run) => {
    await (await openPostgresqlStore({ url })).close();
    await run("insert into schema_step values (99)");
    await expect(openPostgresqlStore({ url })).rejects.toMatchObject({
      name: "StoreFault",
      code: "newer-version",
    });
  });
});

test("reports an unreachable server without the password of its address", async () => {
  const url = "postgres://oms:hunter2@127.0.0.1:1/oms";
  const failure = await openPostgresqlStore({ url }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "unreachable" });
  expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
});

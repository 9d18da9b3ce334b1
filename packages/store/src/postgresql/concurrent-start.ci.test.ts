import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { schemaVersion } from "../sql/schema-version.ts";
import { fillStore } from "../testing/fill-store.ts";
import { startProcesses } from "../testing/programs/start-processes.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

test("creates the schema of an empty PostgreSQL once when two processes start concurrently", async () => {
  await withDatabase(async (url) => {
    expect(await startProcesses(url, 2)).toEqual([schemaVersion, schemaVersion]);
    const store = await openPostgresqlStore({ url });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(2);
    await store.close();
  });
});

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

test.each([
  [schemaVersion - 1, "older_version"],
  [99, "newer_version"],
])("rejects a database of schema %i, says what to do, and leaves it unchanged", async (step, code) => {
  await withDatabase(async (url, run) => {
    await (await openPostgresqlStore({ url })).close();
    await run(`update schema_step set step = ${step}`);
    await expect(openPostgresqlStore({ url })).rejects.toMatchObject({
      name: "StoreFault",
      code,
      message: expect.stringContaining(`has schema ${step}, and this version`),
    });
    expect(await run("select step from schema_step")).toEqual([{ step }]);
  });
});

test("leaves an empty database alone for a caller that may not create its schema, and says what to do", async () => {
  await withDatabase(async (url, run) => {
    await expect(openPostgresqlStore({ url, mayCreate: false })).rejects.toMatchObject({
      code: "no_schema",
      message: "The database has no schema; create it with `oms db migrate`, or start the server on it.",
    });
    expect(await run("select 1 from information_schema.tables where table_schema = 'public'")).toEqual([]);
    await (await openPostgresqlStore({ url })).close();
    await (await openPostgresqlStore({ url, mayCreate: false })).close();
  });
});

test("rejects the database of another program", async () => {
  await withDatabase(async (url, run) => {
    await run("create table invoice (id integer primary key)");
    await expect(openPostgresqlStore({ url })).rejects.toMatchObject({ code: "of_another_program" });
  });
});

test("reports an unreachable server without the password of its address", async () => {
  const url = "postgres://oms:hunter2@127.0.0.1:1/oms";
  const failure = await openPostgresqlStore({ url }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: "unreachable" });
  expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
});

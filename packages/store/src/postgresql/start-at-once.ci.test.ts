import { withDatabase } from "@trading-oms/scratch-database";
import { expect, test } from "vitest";
import { startAtOnce } from "../testing/start-at-once.ts";
import { migrations } from "./migrations.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

test("two processes that start at once on an empty PostgreSQL migrate it once, and both work", async () => {
  await withDatabase(async (url) => {
    expect(await startAtOnce(url, 2)).toEqual([migrations.length, migrations.length]);
    const store = await openPostgresqlStore({ url });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(2);
    await store.close();
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

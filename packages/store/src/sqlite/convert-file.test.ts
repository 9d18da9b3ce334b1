import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { schemaVersion } from "../sql/schema-version.ts";
import { expectConverted } from "../suite/converted.ts";
import { rowsOfSchema9, schema9Of } from "../testing/rows-of-schema-9.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

async function makeFile(version = 9): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "oms-convert-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "oms.sqlite");
  const database = new DatabaseSync(path);
  database.exec(schema9Of("sqlite"));
  database.exec(rowsOfSchema9.join(";\n"));
  database.exec(`pragma application_id = ${0x54_4f_4d_53}; pragma user_version = ${version}`);
  database.close();
  return path;
}

type ColumnOfFile = { readonly name: string; readonly type: string; readonly isRequired: number };

/** Each table with its columns, by name. Defaults of conversions and the order of columns may stay. */
function describe(path: string): Record<string, ColumnOfFile[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all() as { readonly name: string }[];
  const columns = database.prepare(
    `select name, type, "notnull" or pk > 0 as "isRequired" from pragma_table_info(?) order by name`,
  );
  const described = tables.map(({ name }) => [name, columns.all(name)] as const);
  database.close();
  return Object.fromEntries(described) as Record<string, ColumnOfFile[]>;
}

test("a file of schema 9 is converted when a server opens it, says so, and has the tables of a new one", async () => {
  const path = await makeFile();
  const said: string[] = [];
  const store = await openSqliteStore({ path, onConversion: (what) => said.push(what) });
  await expectConverted(store);
  await store.close();
  expect(said).toEqual([`${path} from schema 9 to ${schemaVersion}`]);
  const fresh = `${path}-new`;
  await (await openSqliteStore({ path: fresh })).close();
  expect(describe(path)).toEqual(describe(fresh));
});

test("a command that does not convert refuses an earlier schema, and names the one that converts", async () => {
  const path = await makeFile();
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: "older_version",
    message: `${path} has schema 9, and this version of the program needs schema ${schemaVersion}. Make a backup, then convert it with \`oms db migrate\`.`,
  });
});

test("a schema before 9 is refused", async () => {
  const path = await makeFile(8);
  await expect(openSqliteStore({ path, onConversion: () => {} })).rejects.toMatchObject({
    code: "older_version",
    message: expect.stringContaining("Use the version that wrote it"),
  });
});

test("a conversion that fails leaves the file as it was", async () => {
  const path = await makeFile();
  const database = new DatabaseSync(path);
  database.exec("create table app_user (user_id text)");
  database.close();
  await expect(openSqliteStore({ path, onConversion: () => {} })).rejects.toThrow();
  expect(describe(path)).toHaveProperty("trader");
});

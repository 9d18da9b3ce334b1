import { mkdtemp, open as openFile, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeChange, publishDraft } from "../testing/make-change.ts";
import { makeLimitedWriter } from "../testing/make-limited-writer.ts";
import { runSqlite } from "../testing/run-sqlite.ts";
import { explainSqliteFailure } from "./failures.ts";
import { checkQuickly } from "./open-file.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "oms-unusable-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (name: string) => openSqliteStore({ path: join(folder, name) });

test("refuses a file that is not a database and leaves it unchanged", async () => {
  const text = "This is a letter, and long enough to be taken for a page of a database. ".repeat(20);
  await writeFile(join(folder, "letter.txt"), text);
  await expect(open("letter.txt")).rejects.toMatchObject({
    name: "StoreFault",
    code: "not_a_database",
    message: expect.stringContaining("name another file"),
  });
  expect(await readFile(join(folder, "letter.txt"), "utf8")).toBe(text);
});

test("refuses the database of another program and leaves it unchanged", async () => {
  const other = new DatabaseSync(join(folder, "other.sqlite"));
  other.exec("create table photo (name text)");
  other.close();
  const before = await readFile(join(folder, "other.sqlite"));
  await expect(open("other.sqlite")).rejects.toMatchObject({ code: "of_another_program" });
  expect(await readFile(join(folder, "other.sqlite"))).toEqual(before);
});

test.each([
  [8, "older_version"],
  [99, "newer_version"],
])("refuses a file of schema %i, says what to do, and leaves it unchanged", async (version, code) => {
  const store = await open("oms.sqlite");
  await store.close();
  runSqlite(join(folder, "oms.sqlite"), [`pragma user_version = ${version}`]);
  const before = await readFile(join(folder, "oms.sqlite"));
  await expect(open("oms.sqlite")).rejects.toMatchObject({
    code,
    message: expect.stringContaining(`has schema ${version}, and this version`),
  });
  expect(await readFile(join(folder, "oms.sqlite"))).toEqual(before);
});

test("leaves a missing file and a file without a schema alone for a caller that may not create it", async () => {
  const openOnly = (name: string) => openSqliteStore({ path: join(folder, name), mayCreate: false });
  await expect(openOnly("new/oms.sqlite")).rejects.toMatchObject({
    code: "no_schema",
    message: `There is no database ${join(folder, "new/oms.sqlite")}; create it with \`oms db migrate\`, or start the server on it.`,
  });
  const bare = new DatabaseSync(join(folder, "bare.sqlite"));
  bare.exec("create table photo (name text); drop table photo");
  bare.close();
  await expect(openOnly("bare.sqlite")).rejects.toMatchObject({
    code: "no_schema",
    message: expect.stringContaining("bare.sqlite has no schema; create it"),
  });
  expect(await readdir(folder)).toEqual(["bare.sqlite"]);
  await (await open("bare.sqlite")).close();
  await (await openOnly("bare.sqlite")).close();
});

test("refuses an empty file until it is removed, because its content may be lost", async () => {
  const file = join(folder, "oms.sqlite");
  await writeFile(file, "");
  await expect(open("oms.sqlite")).rejects.toMatchObject({
    code: "empty_file",
    message: expect.stringContaining("remove the file"),
  });
  expect((await stat(file)).size).toBe(0);
  await rm(file);
  const store = await open("oms.sqlite");
  await store.close();
  // The store waits five seconds, in case another process is still creating the file.
}, 15_000);

/** Overwrites the second page of instruments with garbage. */
async function damageInstruments(): Promise<void> {
  const store = await open("oms.sqlite");
  const draft = await store.draftCatalog();
  await draft.add(Array.from({ length: 999 }, (_, index) => ({ symbol: `S${index}`, details: "{}" })));
  await publishDraft(store, draft, 1_000);
  await store.close();
  const database = new DatabaseSync(join(folder, "oms.sqlite"));
  const sql = "select pageno from dbstat where name = 'instrument' and pagetype = 'leaf' limit 1 offset 1";
  const page = Number(database.prepare(sql).get()?.["pageno"]);
  database.close();
  const file = await openFile(join(folder, "oms.sqlite"), "r+");
  await file.write(Buffer.alloc(200, 0xff), 0, 200, (page - 1) * 4_096);
  await file.close();
}

test("the check before use finds a damaged page", async () => {
  await damageInstruments();
  const checked = openSqliteStore({ path: join(folder, "oms.sqlite"), onUncheckedTables: () => {} });
  await expect(checked).rejects.toMatchObject({
    code: "damaged",
    message: expect.stringContaining("restore the last backup"),
  });
});

test("without the check, a read of a damaged page fails as damaged", async () => {
  await damageInstruments();
  const store = await open("oms.sqlite");
  await expect(store.listInstruments({ limit: 999 })).rejects.toMatchObject({ code: "damaged" });
  await store.close();
});

test("the check of an intact small file skips no table", async () => {
  const unchecked: string[][] = [];
  const onUncheckedTables = (tables: readonly string[]): void => void unchecked.push([...tables]);
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite"), onUncheckedTables });
  await store.close();
  expect(unchecked).toEqual([[]]);
});

test("the check skips tables of more than 100,000 rows, and those that would start after a second", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("create table small (n); create table large (n); create table last (n)");
  database.exec(
    "insert into large with recursive c (n) as (select 1 union all select n + 1 from c where n <= 100000) select n from c",
  );
  const check = (stepMs: number): string[] => {
    let nowMs = 0;
    return checkQuickly(database, "oms.sqlite", () => {
      nowMs += stepMs;
      return nowMs;
    });
  };
  expect(check(1)).toEqual(["large"]);
  expect(check(400)).toEqual(["large", "last"]);
  database.close();
});

test.each([
  [5, "busy"],
  [261, "busy"],
  [6, "busy"],
  [8, "not_writable"],
  [14, "not_writable"],
  [10, "disk_failed"],
  [778, "disk_failed"],
  [13, "disk_full"],
  [11, "damaged"],
  [26, "damaged"],
])("maps SQLite's result code %i to %s", (resultCode, code) => {
  expect(explainSqliteFailure("oms.sqlite", { message: "", resultCode })).toMatchObject({ code });
});

test("fails as not_writable for a folder that can't be created", async () => {
  await writeFile(join(folder, "file"), "x");
  await expect(open("file/oms.sqlite")).rejects.toMatchObject({ code: "not_writable" });
});

test("fails as not_writable for a folder behind links that lead in a circle", async () => {
  await symlink("circle", join(folder, "circle"));
  await expect(open("circle/oms.sqlite")).rejects.toMatchObject({ code: "not_writable" });
});

test("fails as not_writable for a folder that can't be written", async () => {
  await expect(openSqliteStore({ path: "/proc/oms.sqlite" })).rejects.toMatchObject({
    code: "not_writable",
    message: expect.stringContaining("/proc"),
  });
});

test("a write to a full disk fails as disk_full and keeps the earlier data", async () => {
  const store = await open("oms.sqlite");
  const draft = await store.draftCatalog();
  await draft.add([{ symbol: "FPT", details: "{}" }]);
  await publishDraft(store, draft, 1_000);
  await store.close();
  const writer = makeLimitedWriter();
  const small = await openSqliteStore({ path: join(folder, "oms.sqlite"), startWriter: writer.start });
  writer.allowPages(50);
  const next = await small.draftCatalog();
  const large = Array.from({ length: 5_000 }, (_, index) => ({
    symbol: `S${index}`,
    details: "x".repeat(500),
  }));
  await expect(next.add(large)).rejects.toMatchObject({ code: "disk_full" });
  expect(await small.listInstruments({ limit: 9 })).toEqual([{ symbol: "FPT", details: "{}" }]);
  await small.close();
});

test("only the owner may read the files and the folder that it creates", async () => {
  const store = await open("new/oms.sqlite");
  await store.commit(makeChange("u-1", "A-1"));
  expect((await stat(join(folder, "new"))).mode & 0o777).toBe(0o700);
  for (const name of ["oms.sqlite", "oms.sqlite-wal", "oms.sqlite-shm"]) {
    expect((await stat(join(folder, "new", name))).mode & 0o777).toBe(0o600);
  }
  await store.close();
});

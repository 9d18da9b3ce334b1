import { mkdtemp, open as openFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { makeCrampedWriter } from "../testing/make-cramped-writer.ts";
import { explainSqliteFailure } from "./failures.ts";
import { checkQuickly } from "./open-file.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "oms-unusable-"));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (name: string) => openSqliteStore({ path: join(folder, name) });

test("a file that is something else is not touched, and is said to be no database", async () => {
  const text = "This is a letter, and long enough to be taken for a page of a database. ".repeat(20);
  await writeFile(join(folder, "letter.txt"), text);
  await expect(open("letter.txt")).rejects.toMatchObject({
    name: "StoreFault",
    code: "not-a-database",
    message: expect.stringContaining("name another file"),
  });
  expect(await readFile(join(folder, "letter.txt"), "utf8")).toBe(text);
});

test("the database of another program is not touched", async () => {
  const other = new DatabaseSync(join(folder, "other.sqlite"));
  other.exec("create table photo (name text)");
  other.close();
  const before = await readFile(join(folder, "other.sqlite"));
  await expect(open("other.sqlite")).rejects.toMatchObject({ code: "of-another-program" });
  expect(await readFile(join(folder, "other.sqlite"))).toEqual(before);
});

test("a database from the future is not touched, and the version that wrote it is asked for", async () => {
  const store = await open("oms.sqlite");
  await store.close();
  const future = new DatabaseSync(join(folder, "oms.sqlite"));
  future.exec("pragma user_version = 99");
  future.close();
  const before = await readFile(join(folder, "oms.sqlite"));
  await expect(open("oms.sqlite")).rejects.toMatchObject({
    code: "newer-version",
    message: expect.stringContaining("schema 99"),
  });
  expect(await readFile(join(folder, "oms.sqlite"))).toEqual(before);
});

test("an empty file, whose content may be lost, is not begun anew before somebody has removed it", async () => {
  const file = join(folder, "oms.sqlite");
  await writeFile(file, "");
  await expect(open("oms.sqlite")).rejects.toMatchObject({
    code: "empty-file",
    message: expect.stringContaining("remove the file"),
  });
  expect((await stat(file)).size).toBe(0);
  await rm(file);
  const store = await open("oms.sqlite");
  await store.close();
  // For five seconds the file may still be another process's that begins it.
}, 15_000);

/** Writes rubbish over the second page of instruments. */
async function damageInstruments(): Promise<void> {
  const store = await open("oms.sqlite");
  const draft = await store.draftCatalog();
  await draft.add(Array.from({ length: 999 }, (_, index) => ({ symbol: `S${index}`, details: "{}" })));
  await draft.publish(1_000);
  await store.close();
  const database = new DatabaseSync(join(folder, "oms.sqlite"));
  const sql = "select pageno from dbstat where name = 'instrument' and pagetype = 'leaf' limit 1 offset 1";
  const page = Number(database.prepare(sql).get()?.["pageno"]);
  database.close();
  const file = await openFile(join(folder, "oms.sqlite"), "r+");
  await file.write(Buffer.alloc(200, 0xff), 0, 200, (page - 1) * 4_096);
  await file.close();
}

test("a file with a damaged page is found to be so before it is used, where it is checked", async () => {
  await damageInstruments();
  const checked = openSqliteStore({ path: join(folder, "oms.sqlite"), tellUnchecked: () => {} });
  await expect(checked).rejects.toMatchObject({
    code: "damaged",
    message: expect.stringContaining("restore the last backup"),
  });
});

test("a damaged page that is met later is told by whatever reads it", async () => {
  await damageInstruments();
  const store = await open("oms.sqlite");
  await expect(store.listInstruments({ limit: 999 })).rejects.toMatchObject({ code: "damaged" });
  await store.close();
});

test("a sound file is checked whole", async () => {
  const unchecked: string[][] = [];
  const tellUnchecked = (tables: readonly string[]): void => void unchecked.push([...tables]);
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite"), tellUnchecked });
  await store.close();
  expect(unchecked).toEqual([[]]);
});

test("a table of more than 100,000 rows is left out of the check, and so is what would begin after a second", () => {
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
  [8, "not-writable"],
  [14, "not-writable"],
  [10, "disk-failed"],
  [778, "disk-failed"],
  [13, "disk-full"],
  [11, "damaged"],
  [26, "damaged"],
])("SQLite's result %i is told as %s", (resultCode, code) => {
  expect(explainSqliteFailure("oms.sqlite", { message: "", resultCode })).toMatchObject({ code });
});

test("a folder that can't be made is said so at once", async () => {
  await writeFile(join(folder, "file"), "x");
  await expect(open("file/oms.sqlite")).rejects.toMatchObject({ code: "not-writable" });
});

test("a place where nobody can write is said so at once", async () => {
  await expect(openSqliteStore({ path: "/proc/oms.sqlite" })).rejects.toMatchObject({
    code: "not-writable",
    message: expect.stringContaining("/proc"),
  });
});

test("a disk that is full fails the change and says so, and what was there stays", async () => {
  const store = await open("oms.sqlite");
  const draft = await store.draftCatalog();
  await draft.add([{ symbol: "FPT", details: "{}" }]);
  await draft.publish(1_000);
  await store.close();
  const writer = makeCrampedWriter();
  const small = await openSqliteStore({ path: join(folder, "oms.sqlite"), startWriter: writer.start });
  writer.leavePages(50);
  const next = await small.draftCatalog();
  const large = Array.from({ length: 5_000 }, (_, index) => ({
    symbol: `S${index}`,
    details: "x".repeat(500),
  }));
  await expect(next.add(large)).rejects.toMatchObject({ code: "disk-full" });
  expect(await small.listInstruments({ limit: 9 })).toEqual([{ symbol: "FPT", details: "{}" }]);
  await small.close();
});

test("what is made is for this account alone", async () => {
  const store = await open("new/oms.sqlite");
  await store.commit(makeChange("u-1", "A-1"));
  expect((await stat(join(folder, "new"))).mode & 0o777).toBe(0o700);
  for (const name of ["oms.sqlite", "oms.sqlite-wal", "oms.sqlite-shm"]) {
    expect((await stat(join(folder, "new", name))).mode & 0o777).toBe(0o600);
  }
  await store.close();
});

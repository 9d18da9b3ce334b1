import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { makeCrampedWriter } from "../testing/make-cramped-writer.ts";
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

import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setHolidays } from "@trading-oms/brokerage";
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { readBackupRows } from "@trading-oms/oms/read-backup-rows";
import { runOms } from "@trading-oms/scratch";
import { conversionOfD1, type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("edge.ts", import.meta.url));

async function gather(rows: AsyncIterable<BackupRow>): Promise<string[]> {
  const gathered: string[] = [];
  for await (const row of rows) gathered.push(JSON.stringify(row));
  return gathered.sort();
}

test("writes statements that restore a backup into an empty D1, which then takes changes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-sql-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [backupFile, into] = [join(folder, "backup.jsonl.gz"), join(folder, "all.sql")];
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "demo", "load");
  await runOms({ DATA_DIR: folder }, "db", "backup", backupFile);
  const { status, stderr } = spawnSync(process.execPath, [program, "sql", backupFile, "--into", into], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {};",
    d1Databases: ["DB"],
    cf: false,
  });
  onTestFinished(() => miniflare.dispose());
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
  expect((await stat(into)).mode & 0o777).toBe(0o600);
  const statements = (await readFile(into, "utf8")).split(";\n").filter((statement) => statement !== "");
  expect(Math.max(...statements.map(({ length }) => length))).toBeLessThan(100_000);
  await database.batch(statements.map((statement) => database.prepare(statement)));
  const store = await openD1Store(database);
  expect(await gather(store.backUp())).toEqual(await gather(readBackupRows(backupFile, () => {})));
  const hash = async (text: string): Promise<string> => text;
  await setHolidays({ store, now: () => 1_000, makeId: () => "r-1", hash }, ["2026-09-02"]);
  expect(await store.listHolidays()).toEqual(["2026-09-02"]);
  const again = spawnSync(process.execPath, [program, "sql", backupFile, "--into", into], {
    encoding: "utf8",
  });
  expect(again.status).toBe(1);
  expect(again.stderr).toContain("Nothing was written");
  expect((await readFile(into, "utf8")).length).toBeGreaterThan(0);
});

test("writes statements that convert a D1 of schema 9, and refuses one that is too old", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-sql-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const into = join(folder, "convert.sql");
  const run = (from: string) =>
    spawnSync(process.execPath, [program, "sql", "--from", from, "--into", into], { encoding: "utf8" });
  expect(run("8")).toMatchObject({ status: 1, stderr: expect.stringContaining("has schema 8") });
  expect(run("9")).toMatchObject({ status: 0, stderr: "" });
  const written = (await readFile(into, "utf8")).split(";\n").filter((each) => each !== "");
  expect(written).toEqual(conversionOfD1(9));
});

test("leaves an existing file unchanged, whatever else fails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-sql-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const into = join(folder, "precious.sql");
  await writeFile(into, "precious");
  const absent = join(folder, "typo.gz");
  const { status } = spawnSync(process.execPath, [program, "sql", absent, "--into", into], {
    encoding: "utf8",
  });
  expect([status, await readFile(into, "utf8")]).toEqual([1, "precious"]);
});

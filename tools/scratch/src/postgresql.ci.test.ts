import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeDatabase, releaseDatabase, runSql, startPostgresql } from "./postgresql.ts";

const module = fileURLToPath(new URL("postgresql.ts", import.meta.url));

test("drops a leftover database when its process ends", async () => {
  const code = `process.once("SIGTERM", () => process.exit(1));
    console.log(await (await import(${JSON.stringify(module)})).makeDatabase());
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
  const ended = once(child, "exit");
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  const url = String(printed).trim();
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  child.kill("SIGTERM");
  await ended;
  await expect(runSql(url, "select 1")).rejects.toThrow("3D000");
});

test("provides a released database again, empty and without its connections", async () => {
  const url = await makeDatabase();
  await runSql(url, "create table kept (n integer); create type kind as enum ('a')");
  const held = runSql(url, "select pg_sleep(60)").catch(String);
  await releaseDatabase(url);
  expect(await held).toContain("terminat");
  expect(await makeDatabase()).toBe(url);
  const left =
    "select relname from pg_class where relnamespace = 'public'::regnamespace union all select typname from pg_type where typnamespace = 'public'::regnamespace";
  expect(await runSql(url, left)).toEqual([]);
  await releaseDatabase(url);
});

test("keeps acknowledged changes across a crash, and refuses connections while it is stopped", async () => {
  const server = await startPostgresql();
  try {
    await runSql(server.url, "create table kept (n integer); insert into kept values (7)");
    await server.restart("immediate");
    expect(await runSql(server.url, "select n from kept")).toEqual([{ n: 7 }]);
    await server.restart("fast");
    expect(await runSql(server.url, "select n from kept")).toEqual([{ n: 7 }]);
    await server.stop("immediate");
    await expect(runSql(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  } finally {
    await server.remove();
  }
});

import { expect, test } from "vitest";
import { findPostgresqlPrograms, runSql } from "./postgresql.ts";
import { findProgram } from "./programs.ts";

test("rejects a named program that does not exist", () => {
  const find = (path: string) => findProgram("pgbouncer", "PGBOUNCER_PATH", { PGBOUNCER_PATH: path });
  expect(find(process.execPath)).toBe(process.execPath);
  expect(() => find("/nowhere/pgbouncer")).toThrow(
    "PGBOUNCER_PATH is /nowhere/pgbouncer, where there is no program.",
  );
});

test("rejects a named folder without the programs", () => {
  expect(() => findPostgresqlPrograms({ POSTGRESQL_PROGRAMS: "/nowhere" })).toThrow(
    "POSTGRESQL_PROGRAMS is /nowhere, where there is no initdb and pg_ctl.",
  );
});

test("names the host of an unreachable server without its password", async () => {
  const failure = await runSql("postgres://oms:hunter2@127.0.0.1:1/oms", "select 1").catch(String);
  expect(failure).toBe(
    "Error: No PostgreSQL lets us in at 127.0.0.1:1 (ECONNREFUSED); name one by TEST_DATABASE_URL.",
  );
});

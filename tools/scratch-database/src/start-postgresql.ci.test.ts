import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { runSql } from "./run-sql.ts";
import { startPostgresql } from "./start-postgresql.ts";

test("what was acknowledged outlives a crash, and a replica follows", async () => {
  const primary = await startPostgresql();
  const replica = await primary.addReplica();
  try {
    await runSql(primary.url, "create table kept (n integer); insert into kept values (7)");
    await primary.restart("immediate");
    expect(await runSql(primary.url, "select n from kept")).toEqual([{ n: 7 }]);
    await expect
      .poll(() => runSql(replica.url, "select n from kept").catch(() => wait(10)), { timeout: 20_000 })
      .toEqual([{ n: 7 }]);
    await primary.restart("fast");
    expect(await runSql(replica.url, "select pg_is_in_recovery() as follows")).toEqual([{ follows: true }]);
    await replica.stop("immediate");
    await expect(runSql(replica.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  } finally {
    await replica.remove();
    await primary.remove();
  }
});

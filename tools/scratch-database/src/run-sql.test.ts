import { expect, test } from "vitest";
import { runSql } from "./run-sql.ts";

test("a server that does not answer is named, without the password that was given", async () => {
  const failure = await runSql("postgres://oms:hunter2@127.0.0.1:1/oms", "select 1").catch(String);
  expect(failure).toBe(
    "Error: No PostgreSQL lets us in at 127.0.0.1:1 (ECONNREFUSED); name one by TEST_DATABASE_URL.",
  );
});

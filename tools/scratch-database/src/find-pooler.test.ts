import { expect, test } from "vitest";
import { findPooler } from "./find-pooler.ts";

test("a program that is named has to be there", () => {
  expect(findPooler({ PGBOUNCER_PATH: process.execPath })).toBe(process.execPath);
  expect(() => findPooler({ PGBOUNCER_PATH: "/nowhere/pgbouncer" })).toThrow(
    "PGBOUNCER_PATH is /nowhere/pgbouncer, where there is no program.",
  );
});

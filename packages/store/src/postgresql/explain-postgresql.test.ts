import pg from "pg";
import { expect, test } from "vitest";
import { isUndone } from "./explain-postgresql.ts";

/** What the driver makes of an error, as a server that speaks German words it. */
function failureOf(code: string | undefined, severity = "FEHLER"): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("Es ging nicht.", 0, "error"), { code, severity });
}

test.each([
  ["a value that is there already", "23505"],
  ["a conflict with others", "40001"],
  ["a lock that others hold", "55P03"],
  ["a statement that was ended on request", "57014"],
  ["a disk that is full", "53100"],
])("%s leaves nothing behind, in whatever language it is told", (_, code) => {
  expect(isUndone(failureOf(code))).toBe(true);
});

test.each([
  ["a server that is shut down", "57P01"],
  ["a server that fell", "57P02"],
  ["a connection that is lost", "08006"],
  ["a commit of which nobody knows", "40003"],
  ["a fault inside of the server", "XX000"],
  ["an error without a code", undefined],
])("after %s it may all be there", (_, code) => {
  expect(isUndone(failureOf(code, "ERROR"))).toBe(false);
});

test("what the server did not say at all is not known", () => {
  expect(isUndone(new Error("Connection terminated unexpectedly"))).toBe(false);
});

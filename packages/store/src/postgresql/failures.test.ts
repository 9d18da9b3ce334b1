import pg from "pg";
import { expect, test } from "vitest";
import { explainPostgresql, isRolledBack } from "./failures.ts";

/** An error of the driver from a server with German messages. */
function failureOf(code: string | undefined, severity = "FEHLER"): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("Es ging nicht.", 0, "error"), { code, severity });
}

test.each([
  ["a duplicate key", "23505"],
  ["a serialization failure", "40001"],
  ["a lock timeout", "55P03"],
  ["a cancelled statement", "57014"],
  ["a full disk", "53100"],
])("treats %s as rolled back, in any language", (_, code) => {
  expect(isRolledBack(failureOf(code))).toBe(true);
});

test.each([
  ["a shutdown", "57P01"],
  ["a crash", "57P02"],
  ["a lost connection", "08006"],
  ["an unknown completion", "40003"],
  ["an internal error", "XX000"],
  ["an error without a code", undefined],
])("does not treat %s as rolled back", (_, code) => {
  expect(isRolledBack(failureOf(code, "ERROR"))).toBe(false);
});

test("does not treat an error of the driver as rolled back", () => {
  expect(isRolledBack(new Error("Connection terminated unexpectedly"))).toBe(false);
});

test.each([
  ["53100", "disk_full"],
  ["53300", "unreachable"],
  ["58030", "disk_failed"],
  ["25006", "not_writable"],
  ["XX001", "damaged"],
  ["57P01", "unreachable"],
  ["57P03", "unreachable"],
  ["08006", "unreachable"],
  ["40003", "unreachable"],
  ["55P03", "busy"],
  ["40P01", "busy"],
  ["57014", "busy"],
])("reports SQLSTATE %s as %s, and keeps whether it was rolled back", (state, code) => {
  const failure = failureOf(state);
  const explained = catchFrom(failure);
  expect(explained).toMatchObject({ name: "StoreFault", code });
  expect(isRolledBack(explained)).toBe(isRolledBack(failure));
});

test.each([
  new Error("Connection terminated unexpectedly"),
  new Error("Query read timeout"),
  new Error("Client has encountered a connection error and is not queryable"),
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
])("reports a lost connection as unreachable: %s", (failure) => {
  expect(catchFrom(failure)).toMatchObject({ code: "unreachable" });
});

test.each([failureOf("42703"), failureOf("23505"), failureOf("XX000"), new TypeError("x is not a function")])(
  "rethrows a fault of the statement or the program unchanged: %s",
  (failure) => {
    expect(catchFrom(failure)).toBe(failure);
  },
);

function catchFrom(failure: unknown): unknown {
  try {
    return explainPostgresql(failure);
  } catch (explained) {
    return explained;
  }
}

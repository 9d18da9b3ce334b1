import pg from "pg";
import { expect, test } from "vitest";
import { explainPostgresql, isUndone } from "./failures.ts";

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

test.each([
  ["53100", "disk-full"],
  ["53300", "unreachable"],
  ["58030", "disk-failed"],
  ["25006", "not-writable"],
  ["XX001", "damaged"],
  ["57P01", "unreachable"],
  ["57P03", "unreachable"],
  ["08006", "unreachable"],
  ["40003", "unreachable"],
  ["55P03", "busy"],
  ["40P01", "busy"],
  ["57014", "busy"],
])(
  "what the server says by %s is told as %s, and what it means for a change is still known",
  (state, code) => {
    const failure = failureOf(state);
    const explained = catchFrom(failure);
    expect(explained).toMatchObject({ name: "StoreFault", code });
    expect(isUndone(explained)).toBe(isUndone(failure));
  },
);

test.each([
  new Error("Connection terminated unexpectedly"),
  new Error("Query read timeout"),
  new Error("Client has encountered a connection error and is not queryable"),
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
])("a connection that is lost is told as a store that can't be reached: %s", (failure) => {
  expect(catchFrom(failure)).toMatchObject({ code: "unreachable" });
});

test.each([failureOf("42703"), failureOf("23505"), failureOf("XX000"), new TypeError("x is not a function")])(
  "a fault of a statement or a program stays what it is: %s",
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

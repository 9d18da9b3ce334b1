import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";

const constraint = 19;

type Meaning = readonly [code: StoreErrorCode, say: (path: string) => string];

const locked: Meaning = [
  "busy",
  (path) => `Another process locks ${path} for too long; stop it, or try again later.`,
];

const readOnly: Meaning = [
  "not_writable",
  (path) =>
    `${path} can't be opened for writing; give this account the right to write the file and its folder.`,
];

const damaged: Meaning = [
  "damaged",
  (path) => `${path} is damaged. Keep a copy of it, and restore the last backup into a new file.`,
];

/** SQLite's primary result codes that concern the file rather than the statement. */
const meanings: Readonly<Record<number, Meaning>> = {
  5: locked,
  6: locked,
  8: readOnly,
  10: [
    "disk_failed",
    (path) => `The disk of ${path} reports errors or is full; check the system log, and make room.`,
  ],
  11: damaged,
  13: [
    "disk_full",
    (path) => `There is no room left for ${path}; nothing was written. Make room and try again.`,
  ],
  14: readOnly,
  15: locked,
  26: damaged,
};

/** A failure in a form that passes between threads: its message, and the result code of SQLite. */
export type SqliteFailure = { readonly message: string; readonly resultCode: number | undefined };

/** Reads what a connection threw. */
export function readFailure(thrown: unknown): SqliteFailure {
  if (!(thrown instanceof Error)) return { message: String(thrown), resultCode: undefined };
  const code = "errcode" in thrown ? thrown.errcode : undefined;
  return { message: thrown.message, resultCode: typeof code === "number" ? code : undefined };
}

/** Converts a failure of SQLite to a `StoreFault` if it concerns the file, else to a plain error. */
export function explainSqliteFailure(path: string, failure: SqliteFailure): Error {
  const meaning = meanings[primaryCodeOf(failure) ?? 0];
  if (meaning !== undefined) return new StoreFault(meaning[0], meaning[1](path), failure);
  return new Error(`SQLite failed on ${path}: ${failure.message}`, { cause: failure });
}

/** Converts an error of SQLite that a connection threw. Returns any other value unchanged. */
export function explainSqliteError(path: string, thrown: unknown): unknown {
  const failure = readFailure(thrown);
  return failure.resultCode === undefined ? thrown : explainSqliteFailure(path, failure);
}

/** Whether an explained failure is the violation of a constraint. */
export function isConstraintFailure(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return primaryCodeOf({ resultCode: undefined, ...(failure.cause as object) }) === constraint;
}

/** The low byte of a result code is its primary code. */
export function primaryCodeOf({ resultCode }: Pick<SqliteFailure, "resultCode">): number | undefined {
  return resultCode === undefined ? undefined : resultCode & 0xff;
}

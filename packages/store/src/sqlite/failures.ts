import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";
import type { WriterFailure } from "./writer.ts";

const constraint = 19;

type Meaning = readonly [code: StoreErrorCode, say: (path: string) => string];

const held: Meaning = [
  "busy",
  (path) => `Another process holds ${path} for too long; end it, or try again later.`,
];

const readOnly: Meaning = [
  "not-writable",
  (path) =>
    `${path} can't be opened for writing; give this account the right to write the file and its folder.`,
];

const damaged: Meaning = [
  "damaged",
  (path) => `${path} is damaged. Keep a copy of it, and restore the last backup into a new file.`,
];

/** SQLite's primary result codes that are about the file and not about the statement. */
const meanings: Readonly<Record<number, Meaning>> = {
  5: held,
  6: held,
  8: readOnly,
  10: [
    "disk-failed",
    (path) => `The disk of ${path} fails, or has no room; look at the log of the system, and make room.`,
  ],
  11: damaged,
  13: [
    "disk-full",
    (path) => `There is no room left for ${path}; nothing was written. Make room and try again.`,
  ],
  14: readOnly,
  15: held,
  26: damaged,
};

/** Turns a failure of SQLite into one that says what to do, where that is known. */
export function explainSqliteFailure(path: string, failure: WriterFailure): Error {
  const meaning = meanings[primaryCodeOf(failure) ?? 0];
  if (meaning !== undefined) return new StoreFault(meaning[0], meaning[1](path), failure);
  return new Error(`SQLite failed on ${path}: ${failure.message}`, { cause: failure });
}

/** The same for what a connection throws; whatever else was thrown stays as it is. */
export function explainSqliteError(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error && "errcode" in thrown && typeof thrown.errcode === "number")) return thrown;
  return explainSqliteFailure(path, { message: thrown.message, resultCode: thrown.errcode });
}

/** Whether a failure that was explained is that of a row that the schema does not allow. */
export function isConstraintFailure(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return primaryCodeOf({ resultCode: undefined, ...(failure.cause as object) }) === constraint;
}

/** The low byte is the primary code; the rest tells variants of it apart. */
function primaryCodeOf({ resultCode }: Pick<WriterFailure, "resultCode">): number | undefined {
  return resultCode === undefined ? undefined : resultCode & 0xff;
}

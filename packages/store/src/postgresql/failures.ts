import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import pg from "pg";
import { StoreFault } from "../store-fault.ts";

/** What the server's codes say about itself, the first that fits; any other is about the statement. */
const meanings: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/^53100$/, "disk-full", "PostgreSQL has no room left; nothing was written. Make room and try again."],
  [/^58/, "disk-failed", "The disk of PostgreSQL fails; look at its log."],
  [/^25006$/, "not-writable", "This PostgreSQL only reads; name the one that writes."],
  [/^XX00[12]$/, "damaged", "A file of PostgreSQL is damaged; look at its log, and restore a backup."],
  // A lock that others hold for too long, a conflict with them, and a statement that was cancelled.
  [/^(?:55P03|40001|40P01|57014)$/, "busy", "Others hold what is needed in PostgreSQL; nothing was done."],
  [/^(?:08|53|57P|40003$)/, "unreachable", "PostgreSQL has ended the connection, or takes no more."],
];

/** What the driver says where the connection is gone or silent; it has no codes of its own. */
const lostForm =
  /^(?:Connection terminated|Query read timeout|Client (?:has encountered|was closed)|timeout (?:expired|exceeded))/;
const lostCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENETUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "EHOSTUNREACH",
  "EHOSTDOWN",
]);

/** Throws a failure of a statement, in our words where it lies with the server and not with the statement. */
export function explainPostgresql(failure: unknown): never {
  const state = sqlStateOf(failure);
  const meaning = state === undefined ? undefined : meanings.find(([form]) => form.test(state));
  if (meaning !== undefined) throw new StoreFault(meaning[1], meaning[2], failure);
  if (state === undefined && isLost(failure)) {
    const message = "The connection to PostgreSQL was lost; what was asked for may have been done.";
    throw new StoreFault("unreachable", message, failure);
  }
  throw failure;
}

/** Throws that no connection is to be had. */
export function explainConnecting(failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  // The address may hold a password, and so may what the driver says.
  throw new StoreFault(
    "unreachable",
    `PostgreSQL can't be used${code}; look at the address, the database, user and password.`,
  );
}

/** Whether it was the server that said what failed, explained or not. */
export function isOfServer(failure: unknown): boolean {
  return sqlStateOf(failure) !== undefined;
}

/** Whether a statement was given up, with nothing left of it, since others held what it needs for too long. */
export function isLocked(failure: unknown): boolean {
  return sqlStateOf(failure) === "55P03";
}

/** A statement that the server refused, for a constraint or for a conflict, has left nothing behind. */
export function isRefusal(failure: unknown): boolean {
  return /^(?:23|40)/.test(sqlStateOf(failure) ?? "");
}

/** Of these the server says that it, or the connection, goes or that something is wrong with it, and nothing of the change. */
const notOfStatement = /^(?:08|57P|XX)|^40003$/;

/**
 * Whether the server said that there is nothing of what it was asked for, and stays as good as it was; otherwise only
 * the answer may be lost, and all of it there. Decided by SQLSTATE, since messages are in the server's language.
 */
export function isUndone(failure: unknown): boolean {
  return !notOfStatement.test(sqlStateOf(failure) ?? "XX");
}

function isLost(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return lostForm.test(failure.message) || ("code" in failure && lostCodes.has(String(failure.code)));
}

/** The SQLSTATE of a failure from the server, wrapped in a StoreFault or not; undefined where it is not the server's. */
function sqlStateOf(failure: unknown): string | undefined {
  const origin = failure instanceof StoreFault ? failure.cause : failure;
  return origin instanceof pg.DatabaseError ? (origin.code ?? "XX000") : undefined;
}

/** What is said to whoever finds the gate shut; a restore that is cut is undone by the server, and opens it again. */
export function explainRestore(): StoreFault {
  return new StoreFault(
    "unfinished-restore",
    "A restore into the database is under way; try again when it is through.",
  );
}

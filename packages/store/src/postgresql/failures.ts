import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import pg from "pg";
import { StoreFault } from "../store-fault.ts";

/** SQLSTATE patterns of failures of the server. The first match counts; without a match the statement was at fault. */
const meanings: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/^53100$/, "disk_full", "PostgreSQL has no disk space left; nothing was written. Free some and retry."],
  [/^58/, "disk_failed", "PostgreSQL reports disk errors; read its log."],
  [/^25006$/, "not_writable", "This PostgreSQL is read-only; use the address of the primary."],
  [/^XX00[12]$/, "damaged", "A file of PostgreSQL is damaged; read its log, and restore a backup."],
  // Lock timeout, serialization failure, deadlock, cancelled statement.
  [/^(?:55P03|40001|40P01|57014)$/, "busy", "Other transactions hold locks in PostgreSQL; nothing was done."],
  [/^(?:08|53|57P|40003$)/, "unreachable", "PostgreSQL closed the connection, or accepts no more of them."],
];

/** The driver's messages for a lost or silent connection; they carry no code. */
const lostConnectionMessage =
  /^(?:Connection terminated|Query read timeout|Client (?:has encountered|was closed)|timeout (?:expired|exceeded))/;
const lostConnectionCode =
  /^(?:ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|ENET(?:UNREACH|DOWN|RESET)|EHOST(?:UNREACH|DOWN))$/;

/** Throws a StoreFault for a failure of the server or the connection, and any other failure unchanged. */
export function explainPostgresql(failure: unknown): never {
  const state = sqlStateOf(failure);
  const meaning = state === undefined ? undefined : meanings.find(([pattern]) => pattern.test(state));
  if (meaning !== undefined) throw new StoreFault(meaning[1], meaning[2], failure);
  if (state === undefined && isLostConnection(failure)) {
    const message = "The connection to PostgreSQL was lost; the statement may have been executed.";
    throw new StoreFault("unreachable", message, failure);
  }
  throw failure;
}

/** Throws the StoreFault for a failed connection attempt. */
export function explainConnecting(failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  // The address may contain a password, and so may the driver's message.
  throw new StoreFault(
    "unreachable",
    `PostgreSQL can't be used${code}; check the address, the database, the user and the password.`,
  );
}

/** Whether the server reported the failure, also inside a StoreFault. */
export function isServerError(failure: unknown): boolean {
  return sqlStateOf(failure) !== undefined;
}

/** Whether a statement exceeded its lock timeout, which rolls it back. */
export function isLockTimeout(failure: unknown): boolean {
  return sqlStateOf(failure) === "55P03";
}

/** Whether the locks of other transactions were in the way. */
export function isBusy(failure: unknown): boolean {
  return /^(?:55P03|40001|40P01)$/.test(sqlStateOf(failure) ?? "");
}

/** Whether a constraint or a conflict with another transaction rolled a statement back. */
export function isConflict(failure: unknown): boolean {
  return /^(?:23|40)/.test(sqlStateOf(failure) ?? "");
}

/** SQLSTATEs that report the state of the server or the connection, and leave open whether a change was committed. */
const outcomeUnknown = /^(?:08|57P|XX)|^40003$/;

/**
 * Whether the server rolled the statement back and the connection is still usable. Otherwise the statement may have been
 * committed and only the response lost. Decided by SQLSTATE, because messages are in the server's language.
 */
export function isRolledBack(failure: unknown): boolean {
  return !outcomeUnknown.test(sqlStateOf(failure) ?? "XX");
}

function isLostConnection(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = "code" in failure ? String(failure.code) : "";
  return lostConnectionMessage.test(failure.message) || lostConnectionCode.test(code);
}

/** The SQLSTATE of a failure that the server reported, also inside a StoreFault; undefined for any other failure. */
function sqlStateOf(failure: unknown): string | undefined {
  const origin = failure instanceof StoreFault ? failure.cause : failure;
  return origin instanceof pg.DatabaseError ? (origin.code ?? "XX000") : undefined;
}

/** The fault of a write during a restore. If the restore is interrupted, the server rolls it back and releases the lock. */
export function restoreRunning(): StoreFault {
  return new StoreFault("unfinished_restore", "A restore into the database is running; try again later.");
}

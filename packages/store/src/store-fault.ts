import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** Expected reasons why a store can't be used: the codes of the port, and those of opening, backup, restore and import. */
type StoreFaultCode =
  | StoreErrorCode
  | "not_a_database"
  /** The file exists but is empty; its content may have been lost. */
  | "empty_file"
  | "of_another_program"
  | "newer_version"
  | "older_version"
  /** The database has no schema, or the file does not exist, and this caller may not create it. */
  | "no_schema"
  /** The database would acknowledge commits before they are on its disk. */
  | "not_durable"
  /** The target of a restore is not empty. */
  | "not_empty"
  /** The database is too large for one consistent backup on this engine. */
  | "too_large"
  /** The backup is incomplete, or is not a backup of this program. */
  | "broken_backup"
  /** The catalog draft idled too long, and another import discarded it. */
  | "draft_gone";

/** An expected failure of the database. Its message says what to do. */
export class StoreFault extends Error {
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreFault";
    this.code = code;
  }
}

/** The fault of opening a database without a schema for a caller that may not create it. */
export function noSchema(what: string): StoreFault {
  return new StoreFault(
    "no_schema",
    `${what}; create it with \`oms db migrate\`, or start the server on it.`,
  );
}

/** The fault of continuing a catalog draft that another import discarded. */
export function draftGone(cause?: unknown): StoreFault {
  return new StoreFault(
    "draft_gone",
    "The new catalog was idle for over a minute, and another import discarded it. The current catalog is unchanged; import again.",
    cause,
  );
}

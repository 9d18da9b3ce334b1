import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** Why a store can't be used, as far as somebody can do something about it: what its port names, and what only opening meets. */
export type StoreFaultCode =
  | StoreErrorCode
  /** The file is no database at all. */
  | "not-a-database"
  /** The file is there and holds nothing, as one whose content was lost. */
  | "empty-file"
  /** The database belongs to another program. */
  | "of-another-program"
  /** A newer version of this program has been here. */
  | "newer-version"
  /** It has an older schema, which this program leaves to others to change. */
  | "older-version"
  /** It would acknowledge what is not on its disk. */
  | "not-durable"
  /** What is to be filled holds something already. */
  | "not-empty"
  /** There is more than this engine can give in one piece. */
  | "too-large"
  /** A backup that is not one, or not whole. */
  | "broken-backup"
  /** A catalog that was being written was taken for left behind. */
  | "draft-gone";

/** An expected failure of the place where data is kept; its message says what to do. */
export class StoreFault extends Error {
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreFault";
    this.code = code;
  }
}

/** The fault of going on with a catalog that another import took for left behind. */
export function draftGone(cause?: unknown): StoreFault {
  return new StoreFault(
    "draft-gone",
    "The new catalog rested for over a minute, and another import took it for left behind. The catalog in force stayed; import again.",
    cause,
  );
}

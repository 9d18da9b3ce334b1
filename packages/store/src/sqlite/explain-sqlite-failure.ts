import { StoreFault } from "../store-fault.ts";
import type { WriterFailure } from "./writer-channel.ts";

/** SQLite's primary result codes, as far as somebody can do something about them. */
const codes = { busy: 5, readOnly: 8, full: 13, cannotOpen: 14, constraint: 19, notADatabase: 26 } as const;

/** Turns a failure of SQLite into one that says what to do, where that is known. */
export function explainSqliteFailure(path: string, failure: WriterFailure): Error {
  switch (primaryCodeOf(failure)) {
    case codes.notADatabase:
      return new StoreFault(
        "not-a-database",
        `${path} is not a database; name another file, or move it away.`,
      );
    case codes.busy:
      return new StoreFault(
        "busy",
        `Another process holds ${path} for too long; end it, or try again later.`,
      );
    case codes.readOnly:
    case codes.cannotOpen:
      return new StoreFault(
        "not-writable",
        `${path} can't be opened for writing; give this account the right to write the file and its folder.`,
      );
    case codes.full:
      return new StoreFault(
        "disk-full",
        `There is no room left for ${path}; nothing was written. Make room and try again.`,
      );
    default:
      return new Error(`SQLite failed on ${path}: ${failure.message}`, { cause: failure });
  }
}

/** Whether a failure that was explained is that of a row that the schema does not allow. */
export function isConstraintFailure(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return primaryCodeOf({ resultCode: undefined, ...(failure.cause as object) }) === codes.constraint;
}

/** The low byte is the primary code; the rest tells variants of it apart. */
function primaryCodeOf({ resultCode }: Pick<WriterFailure, "resultCode">): number | undefined {
  return resultCode === undefined ? undefined : resultCode & 0xff;
}

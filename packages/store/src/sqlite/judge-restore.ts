import { numberOf, type Row } from "../read-row.ts";
import { StoreFault } from "../store-fault.ts";

/** The place that a store is kept in: its name, and what to do where it is of no more use. */
export type Place = { readonly name: string; readonly mend: string };

/** How a file is spoken of. */
export function placeOf(file: string): Place {
  return { name: file, mend: "remove the file" };
}

/** Refuses to begin a restore by what `restoreStatements.look` has found. */
export function judgeRestore(found: Row, place: Place): void {
  judgeMark(found, place);
  if (numberOf(found, "is_empty") === 1) return;
  throw new StoreFault("not-empty", "There is something in the database already; restore into a new one.");
}

/** Refuses where the mark of a restore was found, which does not tell one that goes on from one that was cut. */
export function judgeMark(found: Row, { name, mend }: Place): void {
  if (numberOf(found, "is_marked") === 0) return;
  throw new StoreFault(
    "unfinished-restore",
    `A restore into ${name} is under way, or did not come to its end. Wait for it; if nobody restores any more, ${mend} and restore again.`,
  );
}

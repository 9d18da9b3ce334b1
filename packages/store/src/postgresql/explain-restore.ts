import { StoreFault } from "../store-fault.ts";

/** What is said to whoever finds the gate shut; a restore that is cut is undone by the server, and opens it again. */
export function explainRestore(): StoreFault {
  return new StoreFault(
    "unfinished-restore",
    "A restore into the database is under way; try again when it is through.",
  );
}

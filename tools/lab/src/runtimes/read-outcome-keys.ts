import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The keys of all covers that a store of the demonstration knows of. */
export function readOutcomeKeys(folder: string): ReadonlySet<unknown> {
  const database = new DatabaseSync(join(folder, "oms.sqlite"), { readOnly: true });
  try {
    const rows = database.prepare("select idempotency_key from outcome").all();
    return new Set(rows.map(({ idempotency_key: key }) => key));
  } finally {
    database.close();
  }
}

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The idempotency keys of all covers in a demonstration store. */
export function readOutcomeKeys(folder: string): ReadonlySet<unknown> {
  const database = new DatabaseSync(join(folder, "oms.sqlite"), { readOnly: true });
  try {
    const rows = database.prepare("select idempotency_key from idempotent_answer").all();
    return new Set(rows.map(({ idempotency_key: key }) => key));
  } finally {
    database.close();
  }
}

import { backupTables } from "../backup-tables.ts";
import type { SqlValue, Statement } from "../sqlite/statement.ts";

/** D1 takes two million bytes in one text; a character of JSON is at most three. */
const charactersInTextMax = 600_000;

/** What is done with a row whose key is there, and what stands in columns that no row brings. */
type InsertSettings = {
  readonly onConflict?: string;
  readonly computed?: Readonly<Record<string, string>>;
};

/**
 * The statements that insert rows into a table, in the order of its columns.
 *
 * D1 binds at most a hundred values to a statement, so the rows are bound as one JSON text.
 */
export function insertRows(
  verb: "insert" | "insert or replace",
  table: string,
  rows: readonly (readonly SqlValue[])[],
  { onConflict = "", computed = {} }: InsertSettings = {},
): Statement[] {
  const columns = backupTables[table] ?? [];
  const values = columns.map((column, index) => computed[column] ?? `value ->> ${index}`).join(", ");
  const sql = `${verb} into ${table} (${columns.join(", ")}) select ${values} from json_each(?) where true ${onConflict}`;
  return joinTexts(rows.map((row) => JSON.stringify(row))).map((text) => ({ sql, values: [text] }));
}

function joinTexts(texts: readonly string[]): string[] {
  const joined: string[] = [];
  let gathered: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (gathered.length > 0 && length + text.length > charactersInTextMax) {
      joined.push(`[${gathered.join(",")}]`);
      gathered = [];
      length = 0;
    }
    gathered.push(text);
    length += text.length + 1;
  }
  if (gathered.length > 0) joined.push(`[${gathered.join(",")}]`);
  return joined;
}

/** Rows as parameters: PostgreSQL takes one list for each column. */
import type { Columns, SqlValue } from "../sql/table.ts";

/** SQL for rows whose lists begin with the parameter `first`. */
export function unnestOf({ columns }: Columns<unknown>, first: number): string {
  return `unnest(${columns.map(({ type }, index) => `$${first + index}::${type}[]`).join(", ")})`;
}

/** The lists of these records. */
export function listsOf<Fields>(
  { columns, write }: Columns<Fields>,
  records: readonly Fields[],
): SqlValue[][] {
  const rows = records.map(write);
  return columns.map((_, index) => rows.map((row) => row[index] ?? null));
}

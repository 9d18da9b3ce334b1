import type { Row } from "../read-row.ts";
import type { RowsStatement, SqlValue, Statement } from "../sqlite/statement.ts";
import type { D1Binding, D1Statement } from "./d1-binding.ts";

/** Runs one statement and returns its rows. */
export async function runStatement(
  binding: D1Binding,
  sql: string,
  ...values: SqlValue[]
): Promise<readonly Row[]> {
  return (await prepare(binding, { sql, values }).all()).results;
}

/** Runs statements in one transaction, all of them or none, and returns the rows of each. */
export async function runStatements(
  binding: D1Binding,
  statements: readonly Statement[],
): Promise<(readonly Row[])[]> {
  const results = await binding.batch(statements.map((statement) => prepare(binding, statement)));
  return results.map((result) => result.results);
}

/** Spreads statements over their rows, so that each is run once for each. */
export function spreadStatements(statements: readonly RowsStatement[]): Statement[] {
  return statements.flatMap(({ sql, rows }) => rows.map((values) => ({ sql, values })));
}

function prepare(binding: D1Binding, { sql, values }: Statement): D1Statement {
  return binding.prepare(sql).bind(...values.map(toBound));
}

/** D1 binds numbers and no bigint, so whatever a number does not hold exactly must not come through. */
function toBound(value: SqlValue): string | number | null {
  return typeof value === "string" || value === null ? value : numberFor(value);
}

/** The number that D1 is given for a whole number. */
export function numberFor(value: number | bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${value} is beyond the whole numbers that D1 holds exactly.`);
}

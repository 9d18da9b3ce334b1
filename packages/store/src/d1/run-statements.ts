import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Row } from "../read-row.ts";
import type { RowsStatement, SqlValue, Statement } from "../sqlite/statement.ts";
import { StoreFault } from "../store-fault.ts";
import type { D1Binding, D1Statement } from "./d1-binding.ts";

/** Runs one statement and returns its rows. */
export async function runStatement(
  binding: D1Binding,
  sql: string,
  ...values: SqlValue[]
): Promise<readonly Row[]> {
  return (await prepare(binding, { sql, values }).all().catch(explainD1)).results;
}

/** Runs statements in one transaction, all of them or none, and returns the rows of each. */
export async function runStatements(
  binding: D1Binding,
  statements: readonly Statement[],
): Promise<(readonly Row[])[]> {
  const prepared = statements.map((statement) => prepare(binding, statement));
  const results = await binding.batch(prepared).catch(explainD1);
  return results.map((result) => result.results);
}

/** Spreads statements over their rows, so that each is run once for each. */
export function spreadStatements(statements: readonly RowsStatement[]): Statement[] {
  return statements.flatMap(({ sql, rows }) => rows.map((values) => ({ sql, values })));
}

/** How D1 words what lies with itself and not with a statement; it has no codes. */
const meanings: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/overloaded|too many requests queued/i, "busy", "D1 has too much to do; nothing was done."],
  [/SQLITE_FULL|exceeded maximum DB size/i, "disk-full", "There is no room left in the D1 database."],
  [/SQLITE_CORRUPT|malformed/i, "damaged", "The D1 database is damaged; restore it from its own history."],
  [
    /network connection lost|object to be reset|reset because|transient issue|internal error|timeout/i,
    "unreachable",
    "D1 does not answer; what was asked for may have been done.",
  ],
];

/** Throws a failure of D1, in our words where it lies with D1 and not with what it was asked. */
function explainD1(failure: unknown): never {
  const text = failure instanceof Error && !(failure instanceof StoreFault) ? failure.message : "";
  const meaning = meanings.find(([form]) => form.test(text));
  if (meaning === undefined) throw failure;
  throw new StoreFault(meaning[1], meaning[2], failure);
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

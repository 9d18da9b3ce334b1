import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Row, SqlValue } from "../sql/table.ts";
import type { DatabaseLabel } from "../sqlite-d1/shared-store.ts";
import { type Statement, toPlainValue } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";

/** The rows of one statement. */
export type D1Result = { readonly results: readonly Row[] };

/** A prepared statement, with or without bound values. */
export type D1Statement = {
  bind(...values: (string | number | null)[]): D1Statement;
  all(): Promise<D1Result>;
};

/** The methods of a Worker's D1 binding that the store uses. */
export type D1Binding = {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<D1Result[]>;
};

/** How messages refer to a D1 database. Its binding does not know its name. */
export const d1Label: DatabaseLabel = { name: "the D1 database", remedy: "bind a new one" };

/** Executes one statement and returns its rows. */
export async function runStatement(
  binding: D1Binding,
  sql: string,
  ...values: readonly SqlValue[]
): Promise<readonly Row[]> {
  return (await prepare(binding, { sql, values }).all().catch(explainD1)).results;
}

/** Executes statements in one transaction and returns the rows of each. */
export async function runStatements(
  binding: D1Binding,
  statements: readonly Statement[],
): Promise<(readonly Row[])[]> {
  const prepared = statements.map((statement) => prepare(binding, statement));
  const results = await binding.batch(prepared).catch(explainD1);
  return results.map((result) => result.results);
}

/** D1's messages for failures of the service rather than of a statement. D1 has no error codes. */
const meanings: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/overloaded|too many requests queued/i, "busy", "D1 is overloaded; nothing was done."],
  [/SQLITE_FULL|exceeded maximum DB size/i, "disk_full", "The D1 database has no space left."],
  [/SQLITE_CORRUPT|malformed/i, "damaged", "The D1 database is damaged; restore it with Time Travel."],
  [
    /network connection lost|object to be reset|reset because|transient issue|internal error|timeout/i,
    "unreachable",
    "D1 does not respond; the statements may have been executed.",
  ],
];

/** Throws a StoreFault for a failure of D1 itself, and any other failure unchanged. */
function explainD1(failure: unknown): never {
  const text = failure instanceof Error && !(failure instanceof StoreFault) ? failure.message : "";
  const meaning = meanings.find(([pattern]) => pattern.test(text));
  if (meaning === undefined) throw failure;
  throw new StoreFault(meaning[1], meaning[2], failure);
}

/** Whether a constraint rejected the statement, by D1's message, since it has no codes. Which one is read from the tables. */
export function isConstraintFailure(failure: unknown): boolean {
  return failure instanceof Error && /constraint/i.test(failure.message);
}

function prepare(binding: D1Binding, { sql, values }: Statement): D1Statement {
  return binding.prepare(sql).bind(...values.map(toPlainValue));
}

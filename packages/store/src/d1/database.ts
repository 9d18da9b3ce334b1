import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Row } from "../sql/rows.ts";
import type { Place } from "../sqlite-d1/shared-store.ts";
import { numberFor, type SqlValue, type Statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";

/** What came of one statement. */
export type D1Result = { readonly results: readonly Row[] };

/** A statement that D1 has taken up, to be given what it binds. */
export type D1Statement = {
  bind(...values: (string | number | null)[]): D1Statement;
  all(): Promise<D1Result>;
};

/** As much of a D1 database, the way a Worker has it in its environment, as the store needs. */
export type D1Binding = {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<D1Result[]>;
};

/** How a D1 database is spoken of: its binding does not know its name. */
export const d1Place: Place = { name: "the D1 database", mend: "bind a new one" };

/** Runs one statement and returns its rows. */
export async function runStatement(
  binding: D1Binding,
  sql: string,
  ...values: readonly SqlValue[]
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

/** Which kind of failure it is can only be told by D1's words for it; what follows from it is read from the tables. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof Error && /constraint/i.test(failure.message);
}

function prepare(binding: D1Binding, { sql, values }: Statement): D1Statement {
  return binding.prepare(sql).bind(...values.map(toBound));
}

/** D1 binds numbers and no bigint, so whatever a number does not hold exactly must not come through. */
function toBound(value: SqlValue): string | number | null {
  return typeof value === "string" || value === null ? value : numberFor(value);
}

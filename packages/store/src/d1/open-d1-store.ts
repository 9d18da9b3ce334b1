import type { DurableStore } from "@trading-oms/brokerage/ports";
import { numberOf } from "../sql/rows.ts";
import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { schema } from "../sqlite-d1/schema.ts";
import { rejectUnfinishedRestore } from "../sqlite-d1/shared-store.ts";
import { restoreMarkQuery, statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { d1StoreOf } from "./d1-store.ts";
import { type D1Binding, d1Label, runStatement, runStatements } from "./database.ts";

/**
 * Opens the store on a D1 database, and creates the schema in an empty one.
 *
 * Keep the store for the life of the isolate: each store reserves a block of user numbers, and what is left is lost. Pass the
 * database, not a D1 session: after a refused change the store reads why, and a session may read from a replica that lags.
 *
 * @throws StoreFault if the database cannot be used. The message says what to do.
 */
export async function openD1Store(binding: D1Binding): Promise<DurableStore> {
  if (!(await hasSchema(binding))) await createSchema(binding);
  return d1StoreOf(binding);
}

/**
 * Opens the store on a D1 database that has the schema. For programs outside Workers, such as `oms prices carry`: the Workers
 * create the schema.
 *
 * @throws StoreFault if the database is empty, or cannot be used
 */
export async function openExistingD1Store(binding: D1Binding): Promise<DurableStore> {
  if (await hasSchema(binding)) return d1StoreOf(binding);
  throw new StoreFault(
    "no_schema",
    "The D1 database is empty. Deploy the Workers of this version, and send them a request.",
  );
}

/** Creates the schema and its version row in one batch. If several isolates start concurrently, one of them succeeds. */
async function createSchema(binding: D1Binding): Promise<void> {
  try {
    await runStatements(binding, [
      statement("create table schema_step (step integer primary key) strict"),
      statement("insert into schema_step values (?)", schemaVersion),
      ...schema.map((sql) => statement(sql)),
    ]);
  } catch (failure) {
    if (!(await hasSchema(binding))) throw failure;
  }
}

/** Whether a database has the schema; an empty one does not. Throws if it can't be used, also after an interrupted restore. */
async function hasSchema(binding: D1Binding): Promise<boolean> {
  const tables = await runStatement(binding, "select name from sqlite_schema where type = 'table'");
  const names = tables.map(({ name }) => String(name)).filter((name) => !isPlatformTable(name));
  if (names.length === 0) return false;
  if (!names.includes("schema_step")) {
    throw new StoreFault(
      "of_another_program",
      `The D1 database belongs to another program (it has a table ${names[0]}); bind another one.`,
    );
  }
  const [row = {}] = await runStatement(
    binding,
    `select (select max(step) from schema_step) as step, marked.* from (${restoreMarkQuery}) as marked`,
  );
  const step = numberOf(row, "step");
  checkSchemaVersion(
    "The D1 database",
    step,
    `Convert it with the file that \`pnpm edge sql --from ${step}\` writes.`,
  );
  rejectUnfinishedRestore(row, d1Label);
  return true;
}

/** Tables of SQLite, of D1 and of Wrangler's migrations. */
function isPlatformTable(name: string): boolean {
  return name.startsWith("sqlite_") || name.startsWith("_cf_") || name === "d1_migrations";
}

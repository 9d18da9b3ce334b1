import type { Store } from "@trading-oms/brokerage/ports";
import { numberOf } from "../sql/rows.ts";
import { migrations } from "../sqlite-d1/schema.ts";
import { refuseUnfinishedRestore } from "../sqlite-d1/shared-store.ts";
import { restoreMarkQuery, statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { d1StoreOf } from "./d1-store.ts";
import { type D1Binding, d1Label, runStatement, runStatements } from "./database.ts";

/**
 * Opens the store on a D1 database and migrates it to the latest schema.
 *
 * Keep the store for the life of the isolate: each store reserves a block of user numbers, and what is left is lost. Pass the
 * database, not a D1 session: after a refused change the store reads why, and a session may read from a replica that lags.
 *
 * @throws StoreFault if the database cannot be used. The message says what to do.
 */
export async function openD1Store(binding: D1Binding): Promise<Store> {
  await migrateD1(binding);
  return d1StoreOf(binding);
}

/**
 * Opens the store on a D1 database without migrating it. For programs outside Workers, such as `oms prices carry`: the Workers
 * migrate the database.
 *
 * @throws StoreFault if the schema is not the latest one, or the database cannot be used
 */
export async function openMigratedD1Store(binding: D1Binding): Promise<Store> {
  const step = await readStep(binding);
  if (step === migrations.length) return d1StoreOf(binding);
  const advice = "Deploy the Workers of this version, and send them a request.";
  throw new StoreFault(
    "older-version",
    step === 0
      ? `The D1 database is empty. ${advice}`
      : `The D1 database has schema ${step}, and this version needs ${migrations.length}. ${advice}`,
  );
}

/** Migrates a database to the latest schema. If several isolates start concurrently, one of them applies each step. */
async function migrateD1(binding: D1Binding): Promise<void> {
  let step = await readStep(binding);
  while (step < migrations.length) {
    const failure = await applyStep(binding, step + 1);
    const stepNow = await readStep(binding);
    if (stepNow === step) throw failure ?? new Error(`D1 did not keep step ${step + 1} of the schema.`);
    step = stepNow;
  }
}

/**
 * Applies a step and inserts its row in one batch. The primary key prevents a second application. Returns the failure, if
 * any: another isolate may have applied the step.
 */
async function applyStep(binding: D1Binding, step: number): Promise<unknown> {
  try {
    await runStatements(binding, [
      statement("create table if not exists schema_step (step integer primary key) strict"),
      statement("insert into schema_step values (?)", step),
      ...(migrations[step - 1] ?? []).map((sql) => statement(sql)),
    ]);
    return undefined;
  } catch (failure) {
    return failure;
  }
}

/** Reads the schema step of a database, 0 if it is empty, and the mark that a restore leaves until it ends. */
async function readStep(binding: D1Binding): Promise<number> {
  const tables = await runStatement(binding, "select name from sqlite_schema where type = 'table'");
  const names = tables.map(({ name }) => String(name)).filter((name) => !isPlatformTable(name));
  if (names.length === 0) return 0;
  if (!names.includes("schema_step")) {
    throw new StoreFault(
      "of-another-program",
      `The D1 database belongs to another program (it has a table ${names[0]}); bind another one.`,
    );
  }
  const [row = {}] = await runStatement(
    binding,
    `select (select max(step) from schema_step) as step, marked.* from (${restoreMarkQuery}) as marked`,
  );
  const step = numberOf(row, "step");
  if (step > migrations.length) {
    throw new StoreFault(
      "newer-version",
      `The D1 database was written by a newer version (schema ${step}, this one knows ${migrations.length}); use that version.`,
    );
  }
  refuseUnfinishedRestore(row, d1Label);
  return step;
}

/** Tables of SQLite, of D1 and of Wrangler's migrations. */
function isPlatformTable(name: string): boolean {
  return name.startsWith("sqlite_") || name.startsWith("_cf_") || name === "d1_migrations";
}

import type { Store } from "@trading-oms/brokerage/ports";
import { numberOf } from "../sql/rows.ts";
import { migrations } from "../sqlite-d1/schema.ts";
import { judgeMark } from "../sqlite-d1/shared-store.ts";
import { lookForMark, statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { d1StoreOf } from "./d1-store.ts";
import { type D1Binding, d1Place, runStatement, runStatements } from "./database.ts";

/**
 * Opens the store on a D1 database, which is brought to the newest schema.
 *
 * Keep the store for as long as the isolate lives, since it hands out user numbers from blocks of its own; and give it
 * the database rather than a session of it, since a replica may not know yet why a change was not made.
 *
 * @throws StoreFault where the database can't be used, with what to do about it
 */
export async function openD1Store(binding: D1Binding): Promise<Store> {
  await migrateD1(binding);
  return d1StoreOf(binding);
}

/**
 * Opens the store on a D1 database whose schema is the Workers' to bring up to date: one that is empty is to be filled by
 * its owner first.
 *
 * @throws StoreFault where the schema is another, or the database can't be used
 */
export async function joinD1Store(binding: D1Binding): Promise<Store> {
  const step = await readStep(binding);
  if (step === migrations.length) return d1StoreOf(binding);
  const mend = "Deploy the Workers of this version, and let one of them be asked something.";
  throw new StoreFault(
    "older-version",
    step === 0
      ? `The D1 database holds nothing yet. Fill it, or: ${mend}`
      : `The D1 database has schema ${step}, and this version needs ${migrations.length}. ${mend}`,
  );
}

/** Brings a database to the newest schema; of isolates that start at once, one makes each step. */
async function migrateD1(binding: D1Binding): Promise<void> {
  let step = await readStep(binding);
  while (step < migrations.length) {
    const failure = await makeStep(binding, step + 1);
    const stepNow = await readStep(binding);
    if (stepNow === step) throw failure ?? new Error(`D1 forgot step ${step + 1} of the schema.`);
    step = stepNow;
  }
}

/** Makes a step together with its row, whose key lets nobody make it a second time. */
async function makeStep(binding: D1Binding, step: number): Promise<unknown> {
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

/** Reads which step of the schema a database has; 0 where it holds nothing at all. */
async function readStep(binding: D1Binding): Promise<number> {
  const tables = await runStatement(binding, "select name from sqlite_schema where type = 'table'");
  const names = tables.map(({ name }) => String(name)).filter((name) => !isOfPlatform(name));
  if (names.length === 0) return 0;
  if (!names.includes("schema_step")) {
    throw new StoreFault(
      "of-another-program",
      `The D1 database is that of another program (it has a table ${names[0]}); bind another one.`,
    );
  }
  const [row = {}] = await runStatement(
    binding,
    `select (select max(step) from schema_step) as step, marked.* from (${lookForMark}) as marked`,
  );
  const step = numberOf(row, "step");
  if (step > migrations.length) {
    throw new StoreFault(
      "newer-version",
      `The D1 database was written by a newer version (schema ${step}, this one knows ${migrations.length}); use that version.`,
    );
  }
  judgeMark(row, d1Place);
  return step;
}

/** SQLite, D1 and its command line keep tables of their own beside ours. */
function isOfPlatform(name: string): boolean {
  return name.startsWith("sqlite_") || name.startsWith("_cf_") || name === "d1_migrations";
}

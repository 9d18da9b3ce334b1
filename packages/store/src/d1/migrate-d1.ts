import { numberOf } from "../read-row.ts";
import { judgeMark } from "../sqlite/judge-restore.ts";
import { migrations } from "../sqlite/migrations.ts";
import { restoreStatements } from "../sqlite/restore-statements.ts";
import { StoreFault } from "../store-fault.ts";
import type { D1Binding } from "./d1-binding.ts";
import { d1Place } from "./d1-place.ts";
import { runStatement, runStatements } from "./run-statements.ts";

/** Brings a database to the newest schema; of isolates that start at once, one makes each step. */
export async function migrateD1(binding: D1Binding): Promise<void> {
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
      { sql: "create table if not exists schema_step (step integer primary key) strict", values: [] },
      { sql: "insert into schema_step values (?)", values: [step] },
      ...(migrations[step - 1] ?? []).map((sql) => ({ sql, values: [] })),
    ]);
    return undefined;
  } catch (failure) {
    return failure;
  }
}

/** Reads which step of the schema a database has; 0 where it holds nothing at all. */
export async function readStep(binding: D1Binding): Promise<number> {
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
    `select (select max(step) from schema_step) as step, marked.* from (${restoreStatements.lookForMark}) as marked`,
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

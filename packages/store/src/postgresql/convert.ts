/** Converts a PostgreSQL database to this schema, while servers of this version and of the one before may run. */
import { setTimeout } from "node:timers/promises";
import { type Conversion, type ConversionPart, conversionsFrom, type Fill } from "../sql/conversions.ts";
import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { connectPostgresql, inTransaction, type PostgresqlClient } from "./client.ts";
import { isBusy } from "./failures.ts";

export type PostgresqlConversion = {
  readonly url: string;
  /** Whether the servers of the version before are gone, so that what only they use is removed. */
  readonly isFinal: boolean;
  /** Told what is converted, in words. */
  readonly say: (what: string) => void;
};

/** The key of the advisory lock that lets one process convert at a time. */
const lockKey = 0x54_4f_4d_43;

/**
 * Converts a database. A conversion that was interrupted continues where it was. Returns the schema of the database: the one
 * before, as long as servers of that version may use it; undefined if it has none.
 *
 * @throws StoreFault if the database has another schema than one that can be converted
 */
export async function convertPostgresql({
  url,
  isFinal,
  say,
}: PostgresqlConversion): Promise<number | undefined> {
  const client = connectPostgresql({ url, connectionCountMax: 2 });
  try {
    return await client.onConnection(async (query) => {
      await query({ text: "select pg_advisory_lock($1)", values: [lockKey] });
      const found = await readSchemaVersion(query);
      if (found === undefined) return undefined;
      checkSchemaVersion("The database", found, "allowed");
      const steps = conversionsFrom(found);
      if (steps.length === 0) return found;
      await query({
        text: "create table if not exists schema_conversion (step integer primary key, part_count integer not null)",
      });
      for (const { step, postgresql } of steps) await convertBy(client, step, postgresql.begin, say);
      if (!isFinal) return found;
      for (const { step, postgresql } of steps)
        await convertBy(client, step, [...postgresql.begin, ...postgresql.end], say);
      await inTransaction(client, async (run) => {
        await run({ text: "drop table schema_conversion" });
        await run({ text: "insert into schema_step values ($1)", values: [schemaVersion] });
      });
      return schemaVersion;
    });
  } finally {
    await client.close();
  }
}

type Query = PostgresqlClient["query"];

/** The schema of a database; undefined if it has none. */
async function readSchemaVersion(query: Query): Promise<number | undefined> {
  const isThere = await query({ text: "select to_regclass('schema_step') is not null as is_there" });
  if (isThere.rows[0]?.["is_there"] !== true) return undefined;
  const { rows } = await query({ text: "select max(step) as step from schema_step" });
  return Number(rows[0]?.["step"]);
}

/** Whether servers of this version can use a database of an earlier schema: the first parts of all steps are done. */
export async function isBegun(query: Query, found: number): Promise<boolean> {
  const { rows } = await query({ text: "select to_regclass('schema_conversion') is not null as is_there" });
  if (rows[0]?.["is_there"] !== true) return false;
  const done = await query({ text: "select step, part_count from schema_conversion" });
  const counts = new Map(done.rows.map((row) => [Number(row["step"]), Number(row["part_count"])]));
  return conversionsFrom(found).every(
    ({ step, postgresql }) => (counts.get(step) ?? 0) >= postgresql.begin.length,
  );
}

async function convertBy(
  client: PostgresqlClient,
  step: Conversion["step"],
  parts: readonly ConversionPart[],
  say: PostgresqlConversion["say"],
): Promise<void> {
  const text = "select part_count from schema_conversion where step = $1";
  const { rows } = await client.query({ text, values: [step] });
  const doneCount = Number(rows[0]?.["part_count"] ?? 0);
  for (const [index, part] of parts.entries()) {
    if (index < doneCount) continue;
    say(part.about);
    if ("fill" in part) await fill(client, part.fill, (count) => say(`${part.about}: ${count} rows`));
    const statements = "statements" in part ? part.statements : [];
    await patiently(() =>
      inTransaction(client, async (query) => {
        // Whoever waits for an exclusive lock keeps everybody who comes later from the table.
        await query({ text: `set local lock_timeout = ${lockMsMax}` });
        for (const statement of statements) await query({ text: statement });
        const count = `insert into schema_conversion values ($1, $2)
          on conflict (step) do update set part_count = excluded.part_count`;
        await query({ text: count, values: [step, index + 1] });
      }),
    );
  }
}

const lockMsMax = 500;
const pauseMs = 200;

/** Repeats what meets the locks of others. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (!isBusy(failure)) throw failure;
      await setTimeout(pauseMs);
    }
  }
}

const rowsInBatch = 2_000;
const rowsBetweenReports = 50_000;

async function fill(
  client: PostgresqlClient,
  { table, key, left, set }: Fill,
  onRows: (count: number) => void,
): Promise<void> {
  const keys = key.join(", ");
  const after = key.map((_, index) => `$${index + 1}`).join(", ");
  const same = key.map((name) => `${table}.${name} = picked.${name}`).join(" and ");
  // Locked rows are left for the next round: a wait for them might be a deadlock with the change of an account.
  const text = `with picked as (
      select ${keys} from ${table} where (${keys}) > (${after}) and ${left} order by ${keys} limit ${rowsInBatch}
      for update skip locked
    ), filled as (update ${table} set ${set} from picked where ${same})
    select ${keys} from picked order by ${keys}`;
  let count = 0;
  for (;;) {
    let last = key.map(() => "");
    for (;;) {
      const { rows } = await client.query({ text, values: last });
      const row = rows.at(-1);
      if (row === undefined) break;
      last = key.map((name) => String(row[name]));
      count += rows.length;
      if (count % rowsBetweenReports < rows.length) onRows(count);
    }
    const { rows } = await client.query({
      text: `select exists (select 1 from ${table} where ${left}) as more`,
    });
    if (rows[0]?.["more"] !== true) return onRows(count);
    await setTimeout(pauseMs);
  }
}

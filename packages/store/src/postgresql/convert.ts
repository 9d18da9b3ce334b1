/** Converts a PostgreSQL database to this schema, while servers of this version and of the one before may run. */
import { setTimeout } from "node:timers/promises";
import { type Conversion, type ConversionPart, conversionsFrom, type Fill } from "../sql/conversions.ts";
import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { connectPostgresql, inTransaction, type PostgresqlClient } from "./client.ts";
import { isBusy } from "./failures.ts";
import { usableRow } from "./schema.ts";

export type PostgresqlConversion = {
  readonly url: string;
  /** Whether the servers of the version before are gone, so that what only they use is removed. */
  readonly isFinal: boolean;
  /** Told what is converted, in words. */
  readonly say: (what: string) => void;
};

/**
 * - `empty`: the database has no schema
 * - `begun`: servers of this version and of the one before may use it
 * - `ending`: what the version before uses is partly removed
 * - `done`: it has this schema
 */
export type ConversionState = "empty" | "begun" | "ending" | "done";

/**
 * Converts a database. A conversion that was interrupted continues where it was, and several at once take turns.
 *
 * @throws StoreFault if the database has another schema than one that can be converted
 */
export async function convertPostgresql({
  url,
  isFinal,
  say,
}: PostgresqlConversion): Promise<ConversionState> {
  const client = connectPostgresql({ url, connectionCountMax: 1, statementMsMax: 0, name: converterName });
  try {
    const found = await readVersion(client);
    if (found === undefined) return "empty";
    checkSchemaVersion("The database", found, "allowed");
    if (found < schemaVersion) {
      await client.query({
        text: "create table if not exists schema_conversion (step integer primary key, part_count integer not null)",
      });
      for (const { step, postgresql } of conversionsFrom(found))
        await convertBy(client, step, postgresql.begin, say);
      await client.query({ text: countPart, values: [usableRow, schemaVersion] });
      if (!isFinal) return "begun";
      // From now on servers of the version before do not start.
      const raising = "insert into schema_step values ($1) on conflict do nothing";
      await client.query({ text: raising, values: [schemaVersion] });
    }
    const begun = await readPartCounts(client);
    if (begun.size === 0) return "done";
    if (!isFinal) return "ending";
    for (const { step, postgresql } of conversionsFrom(0).filter((each) => begun.has(each.step)))
      await convertBy(client, step, [...postgresql.begin, ...postgresql.end], say);
    await client.query({ text: "drop table if exists schema_conversion" });
    return "done";
  } finally {
    await client.close();
  }
}

/** Tells the connections of a conversion from those of servers. */
const converterName = "oms db migrate";

type Queries = Pick<PostgresqlClient, "query">;

/** The schema of a database; undefined if it has none. */
async function readVersion({ query }: Queries): Promise<number | undefined> {
  const isThere = await query({ text: "select to_regclass('schema_step') is not null as is_there" });
  if (isThere.rows[0]?.["is_there"] !== true) return undefined;
  const { rows } = await query({ text: "select max(step) as step from schema_step" });
  return Number(rows[0]?.["step"]);
}

/** How many parts of each step are done; empty without a conversion under way. */
async function readPartCounts({ query }: Queries): Promise<ReadonlyMap<number, number>> {
  const { rows } = await query({ text: "select to_regclass('schema_conversion') is not null as is_there" });
  if (rows[0]?.["is_there"] !== true) return new Map();
  const done = await query({ text: "select step, part_count from schema_conversion" });
  return new Map(done.rows.map((row) => [Number(row["step"]), Number(row["part_count"])]));
}

async function convertBy(
  client: PostgresqlClient,
  step: Conversion["step"],
  parts: readonly ConversionPart[],
  say: PostgresqlConversion["say"],
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    if (((await readPartCounts(client)).get(step) ?? 0) > index) continue;
    say(part.about);
    if ("fill" in part) await fill(client, part.fill, (count) => say(`${part.about}: ${count} rows`));
    await patiently(part.about, say, (lockMsMax) =>
      inTransaction(client, async (query) => {
        await query({ text: "select pg_advisory_xact_lock($1)", values: [lockKey] });
        await query({ text: `set local lock_timeout = ${lockMsMax}` });
        if (((await readPartCounts({ query })).get(step) ?? 0) > index) return;
        if ("statements" in part) for (const text of part.statements) await query({ text });
        // While the table is locked: a connection that is opened now prepares its statements after the change.
        if ("statements" in part && part.endsConnections)
          await query({ text: endConnections, values: [converterName] });
        await query({ text: countPart, values: [step, index + 1] });
      }),
    );
  }
}

/** The key of the advisory lock that lets one process convert at a time. */
const lockKey = 0x54_4f_4d_43;

const endConnections = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name <> $1 and pid <> pg_backend_pid()`;

const countPart = `insert into schema_conversion values ($1, $2)
  on conflict (step) do update set part_count = excluded.part_count`;

/** While a transaction waits for an exclusive lock, everybody who comes later waits for it. */
const lockMsMax = 100;

/** PostgreSQL ends an automatic vacuum for those who have waited for a second. */
const vacuumMsMax = 1_200;
const vacuumTry = 10;
const pauseMs = 1_000;

/** Repeats what meets the locks of others. */
async function patiently(
  about: string,
  say: PostgresqlConversion["say"],
  work: (lockMsMax: number) => Promise<void>,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      return await work(count % vacuumTry === 0 ? vacuumMsMax : lockMsMax);
    } catch (failure) {
      if (!isBusy(failure)) throw failure;
      if (count % vacuumTry === 1) say(`${about}: waits for transactions that use it`);
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

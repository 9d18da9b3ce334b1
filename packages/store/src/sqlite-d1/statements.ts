import { contentTables, fixedTables } from "../sql/backup.ts";
import {
  forSqlite,
  ofAccount,
  pricedPositions,
  type QueryValue,
  queriesOf,
  type ReadName,
} from "../sql/reads.ts";
import type { Columns, SqlValue, Table } from "../sql/table.ts";
import { episodeColumns, positionColumns } from "../sql/tables.ts";

export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] };

/** The name of the row in `change_counter` that marks a running or interrupted restore. */
const unfinishedRestore = "unfinished_restore";

/** Finds that row. */
export const restoreMark: string = `select 1 from change_counter where name = '${unfinishedRestore}'`;

const isEmpty = contentTables.map((table) => `not exists (select 1 from ${table})`).join(" and ");

const membersOf = ({ columns }: Columns<unknown>): string =>
  columns.map(({ name }) => `'${name}', ${name}`).join(", ");

const positionMembers = membersOf(positionColumns);

const positionsOfAccount = `(select json_group_array(json_object(${positionMembers}))
  from (select * from position as held ${ofAccount} order by held.symbol))`;

/** Leaves out null prices and days. In two objects, because D1 has no function with more than 32 arguments. */
const pricedPositionsOfAccount = `(select json_group_array(json_patch(json_object(${positionMembers}),
    json_object('price', price, 'at', at, 'origin', origin, 'quote_at', quote_at, 'seq', seq, 'day', day)))
  from (${pricedPositions} order by held.symbol))`;

const episodesOfAccount = `(select json_group_array(json_object(${membersOf(episodeColumns)}))
  from (select * from episode as held ${ofAccount} order by held.symbol))`;

/** One statement, so that the account, its positions, its episodes and the versions come from one snapshot. */
const stateColumnsWith = (positions: string): string => `account.*,
  (select json_group_object(name, value) from change_counter) as versions,
  (select notification_count from app_user where app_user.user_id = account.user_id) as notification_count,
  ${positions} as positions, ${episodesOfAccount} as episodes`;

export type QueryName = ReadName | "state" | "states" | "changesOfShard" | "outcomesAfter" | "restoreState";

const changes = `select user_id, account_id, version, changed_at from account
    where shard = any(?1::int[]) and (changed_at, user_id, account_id) > (?2, ?3, ?4)
    order by changed_at, user_id, account_id limit ?5`;

export const queries: Readonly<Record<QueryName, string>> = {
  ...queriesOf(changes, forSqlite),
  state: `select ${stateColumnsWith(pricedPositionsOfAccount)} from account where user_id = ?1 and account_id = ?2`,
  states: `select ${stateColumnsWith(positionsOfAccount)} from account
    where (user_id, account_id) in (select value ->> 0, value ->> 1 from json_each(?1))`,
  // The index is ordered by shard, time and account key, so one shard needs no sort.
  changesOfShard: `select user_id, account_id, version, changed_at from account
    where shard = ?1 and (changed_at, user_id, account_id) > (?2, ?3, ?4)
    order by changed_at, user_id, account_id limit ?5`,
  outcomesAfter: `select user_id, idempotency_key, at from idempotent_answer
    where (user_id, idempotency_key) > (?1, ?2) order by user_id, idempotency_key limit ?3`,
  /** Whether the restore mark exists, and whether the database is empty. */
  restoreState: `select exists (${restoreMark}) as is_marked, ${isEmpty} as is_empty`,
};

/** Whether the restore mark exists. Works with every schema version. */
export const restoreMarkQuery: string = `select exists (${restoreMark}) as is_marked`;

/** Converts parameters for binding: lists become JSON. */
export function toBindValues(values: readonly QueryValue[]): (string | number)[] {
  return values.map((value) =>
    typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value),
  );
}

/** Fails the transaction if the update before it changed no row. Otherwise it writes nothing. */
export const guard: Statement = statement(
  "insert into commit_guard (account_version_held) select null where changes() = 0",
);

/** Statements that exclude changes during a restore. */
export const restoreStatements: Readonly<Record<"begin" | "end", readonly Statement[]>> & {
  /** Fails while the restore mark exists. */
  readonly guard: Statement;
} = {
  // Checks and marks in one transaction. From then on every process refuses changes, until `end`.
  begin: [
    statement(
      `insert into change_counter select '${unfinishedRestore}', 1 where ${isEmpty} and not exists (${restoreMark})`,
    ),
    guard,
  ],
  end: [statement(`delete from change_counter where name = '${unfinishedRestore}'`)],
  guard: statement(
    `insert into commit_guard (account_version_held) select null where exists (${restoreMark})`,
  ),
};

export function statement(sql: string, ...values: readonly SqlValue[]): Statement {
  return { sql, values };
}

/** Increments a change counter. It comes before the rows that store the new value. */
export function incrementCounter(
  counter: "catalog" | "rates" | "marks" | "holidays" | "quotes" | "ex_dates",
): Statement {
  return statement(`update change_counter set value = value + 1 where name = '${counter}'`);
}

/** SQL for the value of a change counter. */
export function counterValueOf(counter: "marks" | "quotes"): string {
  return `(select change_counter.value from change_counter where change_counter.name = '${counter}')`;
}

/** The second parameter as a time: the latest that is not ahead. Bound as text, because D1's HTTP API takes only text. */
export const latestBound = "cast(?2 as integer)";

/** D1 accepts at most 2,000,000 bytes in one text. A character (UTF-16 unit) is at most three bytes of UTF-8. */
const charactersInTextMax = 600_000;

/** SQL that inserts one row into a table. */
export function insertInto({ name, names, columns }: Table, onConflict = ""): string {
  return `insert into ${name} (${names}) values (${columns.map(() => "?").join(", ")}) ${onConflict}`;
}

/** The conflict clause, and SQL for columns whose value is not in the rows. */
type InsertSettings = {
  readonly onConflict?: string;
  readonly computed?: Readonly<Record<string, string>>;
  /** Values of the parameters from ?2 on. */
  readonly values?: readonly SqlValue[];
};

/**
 * The statements that insert rows into a table. Values are in the order of its columns, without the computed ones. The rows are
 * bound as JSON, because D1 binds at most a hundred values to a statement.
 */
export function insertRows(
  { name: table, columns }: Table,
  rows: readonly (readonly SqlValue[])[],
  { onConflict = "", computed = {}, values: more = [] }: InsertSettings = {},
): Statement[] {
  const given = columns.map(({ name }) => name).filter((name) => computed[name] === undefined);
  const names = [...given, ...Object.keys(computed)].join(", ");
  const values = [...given.map((_, index) => `value ->> ${index}`), ...Object.values(computed)].join(", ");
  const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
  const sql = `${verb} into ${table} (${names}) select ${values} from json_each(?1) where true ${onConflict}`;
  const texts = rows.map((row) => JSON.stringify(row.map(toPlainValue)));
  return joinTexts(texts).map((text) => statement(sql, text, ...more));
}

function joinTexts(texts: readonly string[]): string[] {
  const joined: string[] = [];
  let gathered = "";
  for (const text of texts) {
    const longer = gathered === "" ? text : `${gathered},${text}`;
    const isFull = gathered !== "" && longer.length > charactersInTextMax;
    if (isFull) joined.push(`[${gathered}]`);
    gathered = isFull ? text : longer;
  }
  return gathered === "" ? joined : [...joined, `[${gathered}]`];
}

/** Converts a bigint to a number, because D1 and JSON have no bigint. Throws if a number is not a safe integer. */
export function toPlainValue(value: SqlValue): string | number | null {
  if (typeof value === "string" || value === null) return value;
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${value} is not a safe integer; D1 and JSON can't hold it exactly.`);
}

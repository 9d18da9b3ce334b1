import { type BackupValue, backupTables, fixedTables, tellingTables } from "../sql/backup.ts";
import { type AskedValue, forSqlite, type ReadName, readTexts } from "../sql/reads.ts";

/** What SQLite binds to a place in a statement. */
export type SqlValue = string | number | bigint | null;

/** A statement with what it binds. */
export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] };

/** The counter that is there as long as a restore has not come to its end. */
export const unfinishedRestore = "unfinished_restore";

const isEmpty = tellingTables.map((table) => `not exists (select 1 from ${table})`).join(" and ");
const marks = `select 1 from change_counter where name = '${unfinishedRestore}'`;

const positionsOfAccount = `(select json_group_array(json_object('symbol', symbol, 'quantity', quantity,
    'entry_vnd', entry_vnd, 'posted_vnd', posted_vnd, 'covered_vnd', covered_vnd, 'is_closing', is_closing,
    'opened_at', opened_at, 'changed_at', changed_at, 'judged', judged))
  from (select * from position as held
    where held.user_id = account.user_id and held.account_id = account.account_id order by held.symbol))`;

const episodesOfAccount = `(select json_group_array(json_object('symbol', symbol, 'number', number,
    'is_open', is_open, 'is_force_close_told', is_force_close_told, 'reminder', reminder, 'opened_at', opened_at))
  from (select * from episode as kept
    where kept.user_id = account.user_id and kept.account_id = account.account_id order by kept.symbol))`;

/** One statement, so that an account and all that belongs to it are of one moment. */
const stateOfAccount = `select account.*,
  (select notification_count from trader where trader.user_id = account.user_id) as notification_count,
  ${positionsOfAccount} as positions, ${episodesOfAccount} as episodes from account`;

export type QueryName =
  | ReadName
  | "state"
  | "states"
  | "changes"
  | "changesOfShard"
  | "outcomesAfter"
  | "lookForRestore";

/** What is read on SQLite and D1. */
export const queries: Readonly<Record<QueryName, string>> = {
  ...(Object.fromEntries(
    Object.entries(readTexts).map(([name, text]) => [name, forSqlite(text)]),
  ) as Readonly<Record<ReadName, string>>),
  state: `${stateOfAccount} where user_id = ?1 and account_id = ?2`,
  states: `${stateOfAccount}
    where (user_id, account_id) in (select value ->> 0, value ->> 1 from json_each(?1))`,
  // In the index, the time is followed by the key of the account, so that one shard is walked and not sorted.
  changesOfShard: `select user_id, account_id, version, changed_at from account
    where shard = ?1 and (changed_at, user_id, account_id) > (?2, ?3, ?4)
    order by changed_at, user_id, account_id limit ?5`,
  changes: `select user_id, account_id, version, changed_at from account
    where shard in (select value from json_each(?1)) and (changed_at, user_id, account_id) > (?2, ?3, ?4)
    order by changed_at, user_id, account_id limit ?5`,
  outcomesAfter: `select user_id, idempotency_key, at from outcome
    where (user_id, idempotency_key) > (?1, ?2) order by user_id, idempotency_key limit ?3`,
  /** Whether a restore is marked, and whether there is nothing else. */
  lookForRestore: `select exists (${marks}) as is_marked, ${isEmpty} as is_empty`,
};

/** Whether a restore is marked, under every schema. */
export const lookForMark: string = `select exists (${marks}) as is_marked`;

/** What a query binds: lists as JSON texts. */
export function boundOf(values: readonly AskedValue[]): (string | number)[] {
  return values.map((value) =>
    typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value),
  );
}

/** Fails where the update before it hit no row, so that nothing is written; where it did, this writes nothing. */
export const guard: Statement = statement(
  "insert into commit_guard (account_version_held) select null where changes() = 0",
);

/** What keeps a restore and changes apart. */
export const restoreStatements: Readonly<Record<"begin" | "end", readonly Statement[]>> & {
  /** Fails as long as a restore is marked. */
  readonly guard: Statement;
} = {
  // It looks and marks in one transaction; from then on, every process refuses changes until the end.
  begin: [
    statement(
      `insert into change_counter select '${unfinishedRestore}', 1 where ${isEmpty} and not exists (${marks})`,
    ),
    guard,
  ],
  end: [statement(`delete from change_counter where name = '${unfinishedRestore}'`)],
  guard: statement(`insert into commit_guard (account_version_held) select null where exists (${marks})`),
};

export function statement(sql: string, ...values: readonly SqlValue[]): Statement {
  return { sql, values };
}

/** Raises a counter of changes. It comes before rows that are kept with its value. */
export function raise(counter: "catalog" | "rates" | "marks" | "holidays" | "quotes"): Statement {
  return statement(`update change_counter set value = value + 1 where name = '${counter}'`);
}

/** The value of a counter, in a statement. */
export function counterValueOf(counter: "marks" | "quotes"): string {
  return `(select change_counter.value from change_counter where change_counter.name = '${counter}')`;
}

/** D1 takes two million bytes in one text; a character of JSON is at most three. */
const charactersInTextMax = 600_000;

/** What is done with a row whose key is there, and what stands in columns that no row brings. */
type InsertSettings = {
  readonly onConflict?: string;
  readonly computed?: Readonly<Record<string, string>>;
};

/**
 * The statements that insert rows into a table of a backup, in the order of its columns. The rows are bound as JSON,
 * since D1 binds at most a hundred values to a statement.
 */
export function insertRows(
  table: string,
  rows: readonly (readonly BackupValue[])[],
  { onConflict = "", computed = {} }: InsertSettings = {},
): Statement[] {
  const columns = backupTables[table] ?? [];
  const values = columns.map((column, index) => computed[column] ?? `value ->> ${index}`).join(", ");
  const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
  const sql = `${verb} into ${table} (${columns.join(", ")}) select ${values} from json_each(?) where true ${onConflict}`;
  return joinTexts(rows.map((row) => JSON.stringify(row))).map((text) => statement(sql, text));
}

function joinTexts(texts: readonly string[]): string[] {
  const joined: string[] = [];
  let gathered: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (gathered.length > 0 && length + text.length > charactersInTextMax) {
      joined.push(`[${gathered.join(",")}]`);
      gathered = [];
      length = 0;
    }
    gathered.push(text);
    length += text.length + 1;
  }
  if (gathered.length > 0) joined.push(`[${gathered.join(",")}]`);
  return joined;
}

/** The number of a whole number that is held exactly everywhere: D1 and JSON have no bigint. */
export function numberFor(value: number | bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${value} is beyond the whole numbers that are held exactly.`);
}

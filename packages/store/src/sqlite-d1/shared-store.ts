import type { AccountKey, AccountState, DurableStore, HeardSource } from "@trading-oms/brokerage/ports";
import { chunkRows } from "../sql/backup.ts";
import { type CatalogDatabase, draftCatalog } from "../sql/catalog.ts";
import { aheadMsMax, heardNameOf, laterHeard, laterQuote, latestMsOf } from "../sql/newer-prices.ts";
import { type RunQuery, sharedMethodsOf, startOfChanges, watcherKeptMsMax } from "../sql/reads.ts";
import { numberOf, pricedOf, readChange, stateOf, textOf } from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import type { Row, SqlValue } from "../sql/table.ts";
import { instrument, quote, quoteColumns } from "../sql/tables.ts";
import { StoreFault } from "../store-fault.ts";
import { marksStatements } from "./reference-statements.ts";
import {
  counterValueOf,
  guard,
  incrementCounter,
  insertRows,
  latestBound,
  type QueryName,
  queries,
  restoreStatements,
  type Statement,
  statement,
  toBindValues,
} from "./statements.ts";

/** A database with SQLite's dialect. */
export type SharedDatabase = Pick<CatalogDatabase, "pause" | "runInBackground" | "commit"> & {
  readonly read: (sql: string, ...values: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** Runs statements in one transaction. */
  readonly run: (statements: readonly Statement[]) => Promise<void>;
  readonly label: DatabaseLabel;
};

/** Words for messages about a database: its name, and how to start over when it is unusable. */
export type DatabaseLabel = { readonly name: string; readonly remedy: string };

/** The methods of the store that SQLite and D1 share. */
export type SharedStore = Omit<DurableStore, "commit" | "backUp" | "describe" | "readClock" | "close">;

export function sharedStoreOf(database: SharedDatabase): SharedStore {
  const { read, run, pause } = database;
  const query: RunQuery<QueryName> = (name, ...values) => read(queries[name], ...toBindValues(values));
  const shared = sharedMethodsOf(query, (name, userId, ...values) => {
    const marking = statement(queries[name], userId, ...toBindValues(values));
    return set(name === "markRead" ? [marking, statement(countMarked, userId)] : [marking]);
  });
  return {
    ...shared,
    readAccount: async ({ userId, accountId }) => (await query("state", userId, accountId)).map(pricedOf)[0],
    readAccounts: (keys) => readAccounts(query, keys),
    listChanges: async (part) => {
      const [shard, ...others] = part.shards;
      if (shard === undefined || others.length > 0) return shared.listChanges(part);
      return (await query("changesOfShard", shard, ...startOfChanges(part), part.limit)).map(readChange);
    },
    sweepOutcomes: (part) => sweepOutcomes(query, run, part),
    draftCatalog: () => draftCatalog(catalogDatabase()),
    setMarks: async (marks, { nowMs }) => set(marksStatements(marks, nowMs)),
    saveQuotes: async (records, { nowMs, heard }) => {
      const latestMs = String(latestMsOf(nowMs));
      let first = heard === undefined ? [] : [heardStatement(heard, latestMs)];
      if (records.length === 0 && first.length > 0) return set(first);
      await saveInChunks(
        records,
        (chunk) => {
          const computed = { version: counterValueOf("quotes") };
          const settings = { onConflict: laterQuote(latestBound), computed, values: [latestMs] };
          const statements = [
            ...first,
            incrementCounter("quotes"),
            ...insertRows(quote, chunk.map(quoteColumns.write), settings),
          ];
          first = [];
          return set(statements);
        },
        pause,
      );
    },
    claimShards: async (claim) => {
      await run(claimStatements(claim));
      return shared.readRota();
    },
    restore: async (rows) => {
      await run(restoreStatements.begin).catch(async (failure: unknown) => {
        const found = await checkRestore(database);
        if (numberOf(found, "is_empty") === 1) throw failure;
        throw new StoreFault(
          "not_empty",
          "There is something in the database already; restore into a new one.",
        );
      });
      for await (const { table, rows: chunk } of chunkRows(rows)) await run(insertRows(table, chunk));
      await run(restoreStatements.end);
    },
  };

  /** Runs statements in one transaction, unless a restore is running. */
  function set(statements: readonly Statement[]): Promise<void> {
    return run([restoreStatements.guard, ...statements]).catch(async (failure: unknown) => {
      await checkRestore(database);
      throw failure;
    });
  }

  function catalogDatabase(): CatalogDatabase {
    const ofDraft = "where generation = ? and state = 'draft'";
    return {
      ...database,
      write: (text, ...values) => run([statement(text, ...values)]),
      add: (generation, entries) =>
        run([
          statement(`update catalog_generation set touched_at = ? ${ofDraft}`, Date.now(), generation),
          guard,
          ...insertRows(
            instrument,
            entries.map((entry) => instrument.write({ ...entry, generation })),
          ),
        ]),
    };
  }
}

/** Reads whether the database is empty. Throws during a restore and after an interrupted one. */
export async function checkRestore({ read, label }: Pick<SharedDatabase, "read" | "label">): Promise<Row> {
  const [found = {}] = await read(queries.restoreState);
  rejectUnfinishedRestore(found, label);
  return found;
}

/** Throws if the restore mark exists. The mark does not distinguish a running restore from an interrupted one. */
export function rejectUnfinishedRestore(found: Row, { name, remedy }: DatabaseLabel): void {
  if (numberOf(found, "is_marked") === 0) return;
  throw new StoreFault(
    "unfinished_restore",
    `A restore into ${name} is running or was interrupted. Wait for it; if none is running, ${remedy} and restore again.`,
  );
}

/** Follows `markRead`. */
const countMarked = "update app_user set unread_count = unread_count - changes() where user_id = ?";

/** Stores when a source was heard. */
function heardStatement(heard: HeardSource, latestMs: string): Statement {
  return statement(
    `insert into change_counter (name, value) values (?1, cast(?3 as integer)) ${laterHeard(latestBound)}`,
    ...[heardNameOf(heard), latestMs, String(heard.atMs)],
  );
}

/** Limits the size of a D1 result. */
const accountsInBatchMax = 500;

async function readAccounts(
  query: RunQuery<QueryName>,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  const states: AccountState[] = [];
  // Without duplicates, because equal keys could fall into two batches.
  const wanted = [...new Set(keys.map(({ userId, accountId }) => JSON.stringify([userId, accountId])))];
  for (let start = 0; start < wanted.length; start += accountsInBatchMax) {
    const chunk = wanted.slice(start, start + accountsInBatchMax);
    states.push(...(await query("states", `[${chunk.join(",")}]`)).map((row) => stateOf(row)));
  }
  return states;
}

const sweepSql = `delete from idempotent_answer
  where (user_id, idempotency_key) > (?, ?) and (user_id, idempotency_key) <= (?, ?) and at < ?`;

/** Reads outcomes without the write lock, and takes it only if there are some to delete. */
async function sweepOutcomes(
  query: RunQuery<QueryName>,
  run: SharedDatabase["run"],
  { after, limit, beforeMs }: Parameters<DurableStore["sweepOutcomes"]>[0],
): ReturnType<DurableStore["sweepOutcomes"]> {
  const start = [after?.userId ?? "", after?.idempotencyKey ?? ""] as const;
  const rows = await query("outcomesAfter", ...start, limit);
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const key = { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
  if (rows.some((row) => numberOf(row, "at") < beforeMs)) {
    await run([statement(sweepSql, ...start, key.userId, key.idempotencyKey, beforeMs)]);
  }
  return rows.length < limit ? undefined : key;
}

/** The statements of a watcher's claim, in order, for one transaction. */
export function claimStatements({
  holder,
  untilMs,
  shards,
  atMs,
}: Parameters<DurableStore["claimShards"]>[0]): Statement[] {
  const wanted = JSON.stringify(shards);
  return [
    untilMs > atMs
      ? statement(
          "insert into watcher (holder, until) values (?, ?) on conflict (holder) do update set until = excluded.until",
          holder,
          untilMs,
        )
      : statement("delete from watcher where holder = ?", holder),
    statement("delete from watcher where until <= ?", atMs - watcherKeptMsMax),
    statement(
      "update lease set until = ? where holder = ? and until > ? and shard not in (select value from json_each(?))",
      ...[atMs, holder, atMs, wanted],
    ),
    statement(
      `insert into lease (shard, holder, fencing, until) select value, ?, 1, ? from json_each(?) where true
        on conflict (shard) do update set fencing = lease.fencing + (lease.holder <> excluded.holder),
          holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until not between ? + 1 and ? + ${aheadMsMax}`,
      ...[holder, untilMs, wanted, atMs, atMs],
    ),
  ];
}

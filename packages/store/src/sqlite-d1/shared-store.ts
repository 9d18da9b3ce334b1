import type { AccountKey, AccountState, DurableStore, HeardSource } from "@trading-oms/brokerage/ports";
import { chunkRows } from "../sql/backup.ts";
import { type CatalogDatabase, draftCatalog } from "../sql/catalog.ts";
import {
  idValues,
  type Reads,
  type RunQuery,
  readsOf,
  startOfChanges,
  watcherKeptMsMax,
} from "../sql/reads.ts";
import {
  aheadMsMax,
  comparableTime,
  heardNames,
  latestMsOf,
  markedRead,
  numberOf,
  pricedOf,
  readChange,
  stateOf,
  textOf,
  watermarkOf,
} from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { type Row, replacementOf } from "../sql/table.ts";
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
export type SharedDatabase = Pick<CatalogDatabase, "read" | "pause" | "runInBackground" | "commit"> & {
  readonly query: RunQuery<QueryName>;
  /** Runs statements in one transaction. */
  readonly run: (statements: readonly Statement[]) => Promise<void>;
  readonly label: DatabaseLabel;
};

/** Words for messages about a database: its name, and how to start over when it is unusable. */
export type DatabaseLabel = { readonly name: string; readonly remedy: string };

/** The methods of the store that SQLite and D1 share. */
export type SharedStore = Reads &
  Pick<
    DurableStore,
    | "readAccount"
    | "readAccounts"
    | "listChanges"
    | "sweepOutcomes"
    | "markRead"
    | "markReadThrough"
    | "draftCatalog"
    | "setMarks"
    | "saveQuotes"
    | "claimShards"
    | "restore"
  >;

/** Implements the methods that SQLite and D1 share. */
export function sharedStoreOf(database: SharedDatabase): SharedStore {
  const { query, run, label, pause } = database;
  const reads = readsOf(query);
  return {
    ...reads,
    readAccount: async ({ userId, accountId }) => (await query("state", userId, accountId)).map(pricedOf)[0],
    readAccounts: (keys) => readAccounts(query, keys),
    listChanges: (part) => listChanges(query, part),
    sweepOutcomes: (part) => sweepOutcomes(database, part),
    markRead: async ({ userId, ids, atMs }) => {
      const marked = markedRead(ids, await query("readFlags", ...idValues(userId, ids)));
      const values = toBindValues([...idValues(userId, ids), atMs]);
      if (marked.count > 0)
        await set([statement(queries.markRead, ...values), statement(countMarked, userId)]);
      return marked;
    },
    markReadThrough: async ({ userId, through, atMs }) => {
      const watermark = watermarkOf((await query("notificationCount", userId))[0], through);
      if (watermark?.isNew) await set([statement(queries.markReadThrough, userId, watermark.n, atMs)]);
      return watermark !== undefined;
    },
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
          const settings = { onConflict: laterQuote, computed, values: [latestMs] };
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
      return reads.readRota();
    },
    restore: async (rows) => {
      await run(restoreStatements.begin).catch(async (failure: unknown) => {
        const found = await readRestoreState(database);
        rejectUnfinishedRestore(found, label);
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
      rejectUnfinishedRestore(await readRestoreState(database), label);
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

/** Reads whether a restore is running or was interrupted, and whether the database is empty. */
export async function readRestoreState({ query }: Pick<SharedDatabase, "query">): Promise<Row> {
  return (await query("restoreState"))[0] ?? {};
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

/** Replaces a quote only by a later one. A repeated save leaves the row's version as it is, so that followers do not reread it. */
const laterQuote = `${replacementOf(quote)}
  where (${comparableTime("excluded.at", latestBound)}, excluded.seq) > (${comparableTime("quote.at", latestBound)}, quote.seq)`;

/** Stores when a source was heard, unless a later time that is not ahead is stored. */
function heardStatement({ isPlayed, atMs }: HeardSource, latestMs: string): Statement {
  return statement(
    `insert into change_counter (name, value) values (?1, cast(?3 as integer)) on conflict (name) do update set value = excluded.value
      where excluded.value > ${comparableTime("change_counter.value", latestBound)}`,
    isPlayed ? heardNames.simulation : heardNames.feed,
    latestMs,
    String(atMs),
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

/** Reads one shard in the order of the index; several shards need a sort. */
async function listChanges(
  query: RunQuery<QueryName>,
  part: Parameters<DurableStore["listChanges"]>[0],
): ReturnType<DurableStore["listChanges"]> {
  const [shard, ...others] = part.shards;
  const end = [...startOfChanges(part), part.limit];
  const rows =
    shard !== undefined && others.length === 0
      ? await query("changesOfShard", shard, ...end)
      : await query("changes", part.shards, ...end);
  return rows.map(readChange);
}

const sweepSql = `delete from idempotent_answer
  where (user_id, idempotency_key) > (?, ?) and (user_id, idempotency_key) <= (?, ?) and at < ?`;

/** Reads outcomes without the write lock, and takes it only if there are some to delete. */
async function sweepOutcomes(
  { query, run }: SharedDatabase,
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

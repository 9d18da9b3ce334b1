import type { AccountKey, AccountState, Store } from "@trading-oms/brokerage/ports";
import { chunkRows } from "../sql/backup.ts";
import { type CatalogDatabase, draftCatalog } from "../sql/catalog.ts";
import { type Ask, idValues, type Reads, readsOf, startOfChanges, watcherKeptMsMax } from "../sql/reads.ts";
import {
  markedRead,
  numberOf,
  originCodeOf,
  playedCode,
  type Row,
  readRow,
  stateOf,
  textOf,
} from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { StoreFault } from "../store-fault.ts";
import {
  boundOf,
  counterValueOf,
  guard,
  insertRows,
  numberFor,
  type QueryName,
  queries,
  raise,
  restoreStatements,
  type Statement,
  statement,
} from "./statements.ts";

/** A database that speaks SQLite's dialect. */
export type SharedDatabase = Pick<CatalogDatabase, "read" | "rest" | "leaveBehind"> & {
  readonly ask: Ask<QueryName>;
  /** Runs statements in one transaction. */
  readonly run: (statements: readonly Statement[]) => Promise<void>;
  readonly place: Place;
};

/** How a database is spoken of: its name, and what to do where it is of no more use. */
export type Place = { readonly name: string; readonly mend: string };

/** What SQLite and D1 do alike. */
export type SharedStore = Reads &
  Pick<
    Store,
    | "readAccount"
    | "readAccounts"
    | "listChanges"
    | "sweepOutcomes"
    | "markRead"
    | "setRates"
    | "setHolidays"
    | "draftCatalog"
    | "setMarks"
    | "saveQuotes"
    | "claimShards"
    | "restore"
  >;

/** The part of the store that SQLite and D1 have in common. */
export function sharedStoreOf(database: SharedDatabase): SharedStore {
  const { ask, run, place, rest } = database;
  const reads = readsOf(ask);
  return {
    ...reads,
    readAccount: async ({ userId, accountId }) => (await ask("state", userId, accountId)).map(stateOf)[0],
    readAccounts: (keys) => readAccounts(ask, keys),
    listChanges: (part) => listChanges(ask, part),
    sweepOutcomes: (part) => sweepOutcomes(database, part),
    markRead: async ({ userId, ids, atMs }) => {
      const marked = markedRead(ids, await ask("readFlags", ...idValues(userId, ids)));
      const values = boundOf([...idValues(userId, ids), atMs]);
      if (marked.count > 0) await set([statement(queries.markRead, ...values)]);
      return marked;
    },
    setRates: ({ level, name, marginRatio, marginCallRate, forceCloseRate, changedAtMs }) =>
      set([
        statement(
          "insert or replace into rates values (?, ?, ?, ?, ?, ?)",
          ...[level, name, marginRatio, marginCallRate, forceCloseRate, changedAtMs],
        ),
        raise("rates"),
      ]),
    setHolidays: (dates) =>
      set([
        statement("delete from holiday"),
        statement(
          "insert into holiday (date) select value from json_each(?) where true on conflict do nothing",
          JSON.stringify(dates),
        ),
        raise("holidays"),
      ]),
    draftCatalog: () => draftCatalog(catalogDatabase()),
    setMarks: async (marks) => {
      const rows = marks.map((mark) => [mark.symbol, numberFor(mark.price), mark.atMs, originCodeOf(mark)]);
      const settings = { onConflict: newerMark, computed: { version: counterValueOf("marks") } };
      await set([raise("marks"), ...insertRows("mark", rows, settings)]);
    },
    saveQuotes: (records) =>
      saveInChunks(
        records,
        (chunk) => {
          const rows = chunk.map(({ symbol, atMs, seq, snapshot }) => [symbol, atMs, seq, snapshot]);
          const settings = { onConflict: laterQuote, computed: { version: counterValueOf("quotes") } };
          return set([raise("quotes"), ...insertRows("quote", rows, settings)]);
        },
        rest,
      ),
    claimShards: async (claim) => {
      await run(claimStatements(claim));
      return reads.readRota();
    },
    restore: async (rows) => {
      await run(restoreStatements.begin).catch(async (failure: unknown) => {
        const found = await lookForRestore(database);
        judgeMark(found, place);
        if (numberOf(found, "is_empty") === 1) throw failure;
        throw new StoreFault(
          "not-empty",
          "There is something in the database already; restore into a new one.",
        );
      });
      for await (const { table, rows: chunk } of chunkRows(rows)) await run(insertRows(table, chunk));
      await run(restoreStatements.end);
    },
  };

  /** Sets something, unless a restore is under way. */
  function set(statements: readonly Statement[]): Promise<void> {
    return run([restoreStatements.guard, ...statements]).catch(async (failure: unknown) => {
      judgeMark(await lookForRestore(database), place);
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
            "instrument",
            entries.map(({ symbol, details }) => [generation, symbol, details]),
          ),
        ]),
      publish: (generation, atMs) =>
        set([
          statement("update catalog_generation set state = 'old' where state = 'current'"),
          statement(
            `update catalog_generation set state = 'current', touched_at = ? ${ofDraft}`,
            atMs,
            generation,
          ),
          guard,
          statement("update catalog_head set generation = ? where id = 1", generation),
          raise("catalog"),
        ]),
    };
  }
}

/** Reads whether a restore is marked, and whether anything is there. */
export async function lookForRestore({ ask }: Pick<SharedDatabase, "ask">): Promise<Row> {
  return (await ask("lookForRestore"))[0] ?? {};
}

/** Refuses where the mark of a restore was found, which does not tell one that goes on from one that was cut. */
export function judgeMark(found: Row, { name, mend }: Place): void {
  if (numberOf(found, "is_marked") === 0) return;
  throw new StoreFault(
    "unfinished-restore",
    `A restore into ${name} is under way, or did not come to its end. Wait for it; if nobody restores any more, ${mend} and restore again.`,
  );
}

/**
 * A mark gives way to one that is not older; one from more than a minute ahead also to one set by hand, and one that was
 * only played to any that was not.
 */
const newerMark = `on conflict (symbol) do update set price = excluded.price, at = excluded.at,
    is_by_hand = excluded.is_by_hand, version = excluded.version
  where excluded.at >= mark.at or (excluded.is_by_hand = 1 and mark.at > excluded.at + 60000)
    or (mark.is_by_hand = ${playedCode} and excluded.is_by_hand <> ${playedCode})`;

/** A quote gives way to a later one alone, so that what is saved again costs no follower anything. */
const laterQuote = `on conflict (symbol) do update set at = excluded.at, seq = excluded.seq,
    snapshot = excluded.snapshot, version = excluded.version
  where (excluded.at, excluded.seq) > (quote.at, quote.seq)`;

/** So few that what they hold fits into one answer of D1. */
const accountsInBatchMax = 500;

async function readAccounts(ask: Ask<QueryName>, keys: readonly AccountKey[]): Promise<AccountState[]> {
  const states: AccountState[] = [];
  // A key that is named twice may fall into two batches.
  const wanted = [...new Set(keys.map(({ userId, accountId }) => JSON.stringify([userId, accountId])))];
  for (let start = 0; start < wanted.length; start += accountsInBatchMax) {
    const chunk = wanted.slice(start, start + accountsInBatchMax);
    states.push(...(await ask("states", `[${chunk.join(",")}]`)).map(stateOf));
  }
  return states;
}

/** One shard is walked, several are sorted. */
async function listChanges(
  ask: Ask<QueryName>,
  part: Parameters<Store["listChanges"]>[0],
): ReturnType<Store["listChanges"]> {
  const [shard, ...others] = part.shards;
  const end = [...startOfChanges(part), part.limit];
  const rows =
    shard !== undefined && others.length === 0
      ? await ask("changesOfShard", shard, ...end)
      : await ask("changes", part.shards, ...end);
  return rows.map(readRow.change);
}

const sweepSql = `delete from outcome
  where (user_id, idempotency_key) > (?, ?) and (user_id, idempotency_key) <= (?, ?) and at < ?`;

/** Looks at outcomes without a lock, and writes only where some of them are to go. */
async function sweepOutcomes(
  { ask, run }: SharedDatabase,
  { after, limit, beforeMs }: Parameters<Store["sweepOutcomes"]>[0],
): ReturnType<Store["sweepOutcomes"]> {
  const start = [after?.userId ?? "", after?.idempotencyKey ?? ""] as const;
  const rows = await ask("outcomesAfter", ...start, limit);
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const key = { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
  if (rows.some((row) => numberOf(row, "at") < beforeMs)) {
    await run([statement(sweepSql, ...start, key.userId, key.idempotencyKey, beforeMs)]);
  }
  return rows.length < limit ? undefined : key;
}

/** The statements of a claim of shards. */
export function claimStatements({
  holder,
  untilMs,
  shards,
  atMs,
}: Parameters<Store["claimShards"]>[0]): Statement[] {
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
        where lease.holder = excluded.holder or lease.until <= ?`,
      ...[holder, untilMs, wanted, atMs],
    ),
  ];
}

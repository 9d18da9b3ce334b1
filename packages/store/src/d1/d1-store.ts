import type { BackupRow, Change, CommitOutcome, DurableStore } from "@trading-oms/brokerage/ports";
import { backupQueryOf } from "../sql/backup.ts";
import { numberOf, rotaOf } from "../sql/rows.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import { backupTables } from "../sql/tables.ts";
import { changeStatements } from "../sqlite-d1/change-statements.ts";
import {
  claimStatements,
  rejectUnfinishedRestore,
  type SharedDatabase,
  sharedStoreOf,
} from "../sqlite-d1/shared-store.ts";
import { queries, restoreStatements, statement, toBindValues } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { type D1Binding, d1Label, isConstraintFailure, runStatement, runStatements } from "./database.ts";

/** The store on a D1 database. Each call is one query or batch, because D1 has no transactions across calls. */
export function d1StoreOf(binding: D1Binding): DurableStore {
  const database: SharedDatabase = {
    label: d1Label,
    query: (name, ...values) => runStatement(binding, queries[name], ...toBindValues(values)),
    read: (text, ...values) => runStatement(binding, text, ...values),
    run: async (statements) => {
      await runStatements(binding, statements);
    },
    // D1 executes waiting statements in turn, so chunked work needs no pauses for them.
    pause: async () => {},
    // On Workers, background work ends with its request. So it is awaited.
    runInBackground: (work) => work().catch(() => {}),
    commit,
  };
  const shared = sharedStoreOf(database);
  let nextNumber = allocateNumbers(binding);
  return {
    ...shared,
    commit,
    // One batch for the claim and the read of the rota: if the read fails, the claim is not made.
    claimShards: async (claim) => {
      const rota = statement(queries.rota);
      const results = await runStatements(binding, [...claimStatements(claim), rota]);
      return rotaOf(results.at(-1) ?? []);
    },
    backUp: () => backUp(binding),
    restore: async (rows) => {
      await shared.restore(rows);
      // Numbers claimed before may belong to users of the backup.
      nextNumber = allocateNumbers(binding);
    },
    describe: async () => ({ engine: "d1", schemaVersion }),
    countRows: () => countRows(binding),
    close: async () => {},
  };

  async function commit(change: Change): Promise<CommitOutcome> {
    if (change.expectedVersion !== 0) return commitChange(binding, change, 0);
    try {
      return await commitChange(binding, change, await nextNumber());
    } catch (failure) {
      if (!isConstraintFailure(failure)) throw failure;
      // The block may have been claimed before a restore, and its numbers may belong to users of the backup.
      nextNumber = allocateNumbers(binding);
      return commitChange(binding, change, await nextNumber());
    }
  }
}

/** Commits a change in one batch. `userNumber` is used only if it opens the first account of a user. */
async function commitChange(binding: D1Binding, change: Change, userNumber: number): Promise<CommitOutcome> {
  try {
    await runStatements(binding, [restoreStatements.guard, ...changeStatements(change, userNumber)]);
    return "committed";
  } catch (failure) {
    const outcome = await explain(binding, change);
    // Without a constraint failure the change may have been committed and only the response lost; retrying could then apply
    // it twice. Changes with an idempotency key or a movement are found by it.
    if (outcome === "key-used" || (outcome !== undefined && isConstraintFailure(failure))) return outcome;
    throw failure;
  }
}

/** Determines from the current rows why a change was not made. The text of an error does not tell. */
async function explain(
  binding: D1Binding,
  { key, expectedVersion, outcome, movement }: Change,
): Promise<CommitOutcome | undefined> {
  const { userId, accountId } = key;
  const [row = {}] = await runStatement(
    binding,
    `select
      exists (select 1 from idempotent_answer where user_id = ?6 and idempotency_key = ?3)
        or exists (select 1 from movement where user_id = ?1 and movement_id = ?4) as is_key_used,
      exists (select 1 from account_owner where account_id = ?2) as has_owner,
      exists (select 1 from account where user_id = ?1 and account_id = ?2 and version = ?5) as has_version,
      marked.*
      from (${queries.restoreState}) as marked`,
    ...[userId, accountId, outcome?.idempotencyKey ?? null, movement?.movementId ?? null, expectedVersion],
    outcome?.userId ?? userId,
  );
  rejectUnfinishedRestore(row, d1Label);
  if (row["is_key_used"] === 1) return "key-used";
  const isAsDecided = expectedVersion === 0 ? row["has_owner"] === 0 : row["has_version"] === 1;
  return isAsDecided ? undefined : "version-moved";
}

const blockSize = 32;

/**
 * Returns a function that allocates user numbers from exclusive blocks.
 *
 * Concurrent calls each claim a block if none is left. They do not share a claim, because on Workers the request of that
 * claim may end before its response. The numbers left over are allocated later.
 */
function allocateNumbers(binding: D1Binding): () => Promise<number> {
  const free: number[] = [];
  return async () => {
    const number = free.pop();
    if (number !== undefined) return number;
    const sql = `update number_block set next_number = next_number + ${blockSize} where id = 1 returning next_number`;
    const [row = {}] = await runStatement(binding, sql);
    const next = numberOf(row, "next_number");
    for (let each = next - 1; each > next - blockSize; each -= 1) free.push(each);
    return next - blockSize;
  };
}

/** Counts the rows of every table in one snapshot. */
async function countRows(binding: D1Binding): Promise<Readonly<Record<string, number>>> {
  const counts = backupTables.map(({ name }) => statement(`select count(*) as count from ${name}`));
  const results = await runStatements(binding, counts);
  return Object.fromEntries(
    backupTables.map(({ name }, index) => [name, numberOf(results[index]?.[0] ?? {}, "count")]),
  );
}

/** A row takes about 450 bytes of JSON and as much again as an object, of an isolate's 128 MB. */
const rowsMax = 50_000;
/** A quote takes as much memory as this many other rows. */
const rowsInQuote = 3;

/**
 * Reads every row in one snapshot.
 *
 * D1 has no snapshot across calls, so one batch reads all tables into memory. A database too large for that is rejected;
 * reading it in parts would mix rows of different times.
 */
async function* backUp(binding: D1Binding): AsyncGenerator<BackupRow> {
  const counts = await countRows(binding);
  const count = Object.entries(counts).reduce(
    (sum, [table, each]) => sum + each * (table === "quote" ? rowsInQuote : 1),
    0,
  );
  if (count > rowsMax) {
    throw new StoreFault(
      "too_large",
      `The D1 database has ${count} rows, a quote counted as ${rowsInQuote}, and a backup through its binding takes at most ${rowsMax}; use \`wrangler d1 export\` or Time Travel.`,
    );
  }
  const results = await runStatements(
    binding,
    backupTables.map((table) => statement(backupQueryOf(table))),
  );
  for (const [index, { name }] of backupTables.entries()) {
    for (const row of results[index] ?? []) yield { table: name, row };
  }
}

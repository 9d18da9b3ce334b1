import type { BackupRow, Change, CommitOutcome, DurableStore } from "@trading-oms/brokerage/ports";
import { backupQueryOf } from "../sql/backup.ts";
import { obstaclesText, obstacleValues, readObstacles } from "../sql/obstacles.ts";
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
import { queries, restoreStatements, statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { type D1Binding, d1Label, isConstraintFailure, runStatement, runStatements } from "./database.ts";

/** The store on a D1 database. Each call is one query or batch, because D1 has no transactions across calls. */
export function d1StoreOf(binding: D1Binding): DurableStore {
  const database: SharedDatabase = {
    label: d1Label,
    read: (sql, ...values) => runStatement(binding, sql, ...values),
    run: async (statements) => {
      await runStatements(binding, statements);
    },
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
    backUp: () => backUp(binding, shared.countRows),
    restore: async (rows) => {
      await shared.restore(rows);
      // Numbers claimed before may belong to users of the backup.
      nextNumber = allocateNumbers(binding);
    },
    describe: async () => ({ engine: "d1", schemaVersion }),
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

async function explain(binding: D1Binding, change: Change): Promise<CommitOutcome | undefined> {
  const sql = `select * from (${obstaclesText}), (${queries.restoreState})`;
  const [row = {}] = await runStatement(binding, sql, ...obstacleValues(change));
  rejectUnfinishedRestore(row, d1Label);
  return readObstacles(row, change.expectedVersion);
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
async function* backUp(binding: D1Binding, countRows: DurableStore["countRows"]): AsyncGenerator<BackupRow> {
  const counts = await countRows();
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

import type { BackupRow, Change, CommitOutcome, Store } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables } from "../sql/backup.ts";
import { numberOf, rotaOf } from "../sql/rows.ts";
import { changeStatements } from "../sqlite-d1/change-statements.ts";
import { migrations } from "../sqlite-d1/schema.ts";
import { claimStatements, judgeMark, type SharedDatabase, sharedStoreOf } from "../sqlite-d1/shared-store.ts";
import { boundOf, queries, restoreStatements, statement } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { type D1Binding, d1Place, isRefusal, runStatement, runStatements } from "./database.ts";

/** The store on one D1 database. Each of its calls is a query or a batch, for D1 keeps nothing open between them. */
export function d1StoreOf(binding: D1Binding): Store {
  const database: SharedDatabase = {
    place: d1Place,
    ask: (name, ...values) => runStatement(binding, queries[name], ...boundOf(values)),
    read: (text, ...values) => runStatement(binding, text, ...values),
    run: async (statements) => {
      await runStatements(binding, statements);
    },
    // D1 serves those who wait in turn, so nobody has to be given a pause.
    rest: async () => {},
    // On Workers, what is left behind ends with its request; it is waited for, while there is somebody who waits.
    leaveBehind: (work) => work().catch(() => {}),
  };
  const shared = sharedStoreOf(database);
  let takeNumber = handOutNumbers(binding);
  return {
    ...shared,
    commit: async (change) => {
      if (change.expectedVersion !== 0) return commitChange(binding, change, 0);
      try {
        return await commitChange(binding, change, await takeNumber());
      } catch (failure) {
        if (!isRefusal(failure)) throw failure;
        // The number may have been claimed before a restore, and belong to a user of the backup, as may those after it.
        takeNumber = handOutNumbers(binding);
        return commitChange(binding, change, await takeNumber());
      }
    },
    // In one batch, so that a claim is not made whose answer can't be read.
    claimShards: async (claim) => {
      const rota = statement(queries.rota);
      const results = await runStatements(binding, [...claimStatements(claim), rota]);
      return rotaOf(results.at(-1) ?? []);
    },
    backUp: () => backUp(binding),
    restore: async (rows) => {
      await shared.restore(rows);
      // Numbers that were claimed before may belong to users of the backup.
      takeNumber = handOutNumbers(binding);
    },
    describe: async () => {
      const rowCounts = await countRows(binding);
      return { engine: "d1", schemaVersion: migrations.length, rowCounts };
    },
    // Nothing is held open, so there is nothing to close.
    close: async () => {},
  };
}

/** Makes a change in one batch, all of it or nothing; `userNumber` is for a user who is new. */
async function commitChange(binding: D1Binding, change: Change, userNumber: number): Promise<CommitOutcome> {
  try {
    await runStatements(binding, [restoreStatements.guard, ...changeStatements(change, userNumber)]);
    return "committed";
  } catch (failure) {
    const outcome = await explain(binding, change);
    // Where nothing was refused, the change may have been made and only its answer lost: to be decided again would make
    // it twice. What carries a key or a movement is known by that.
    if (outcome === "key-used" || (outcome !== undefined && isRefusal(failure))) return outcome;
    throw failure;
  }
}

/** After a failure, what is there now says why; the text of an error does not. */
async function explain(
  binding: D1Binding,
  { key, expectedVersion, outcome, movement }: Change,
): Promise<CommitOutcome | undefined> {
  const { userId, accountId } = key;
  const [row = {}] = await runStatement(
    binding,
    `select
      exists (select 1 from outcome where user_id = ?1 and idempotency_key = ?3)
        or exists (select 1 from movement where user_id = ?1 and movement_id = ?4) as is_key_used,
      exists (select 1 from account_owner where account_id = ?2) as has_owner,
      exists (select 1 from account where user_id = ?1 and account_id = ?2 and version = ?5) as has_version,
      marked.*
      from (${queries.lookForRestore}) as marked`,
    ...[userId, accountId, outcome?.idempotencyKey ?? null, movement?.movementId ?? null, expectedVersion],
  );
  judgeMark(row, d1Place);
  if (row["is_key_used"] === 1) return "key-used";
  const isAsDecided = expectedVersion === 0 ? row["has_owner"] === 0 : row["has_version"] === 1;
  return isAsDecided ? undefined : "version-moved";
}

const numbersInBlock = 32;

/**
 * Hands out the numbers of new users, from blocks that nobody else has.
 *
 * A caller that finds none left claims a block and waits for nobody else's claim: on Workers the request of that claim may
 * end before its answer. What is left of such blocks is handed out later.
 */
function handOutNumbers(binding: D1Binding): () => Promise<number> {
  const free: number[] = [];
  return async () => {
    const number = free.pop();
    if (number !== undefined) return number;
    const sql = `update number_block set next_number = next_number + ${numbersInBlock} where id = 1 returning next_number`;
    const [row = {}] = await runStatement(binding, sql);
    const next = numberOf(row, "next_number");
    for (let each = next - 1; each > next - numbersInBlock; each -= 1) free.push(each);
    return next - numbersInBlock;
  };
}

/** Counts the rows of each table, all at one moment. */
async function countRows(binding: D1Binding): Promise<Readonly<Record<string, number>>> {
  const tables = Object.keys(backupTables);
  const counts = tables.map((table) => statement(`select count(*) as count from ${table}`));
  const results = await runStatements(binding, counts);
  return Object.fromEntries(
    tables.map((table, index) => [table, numberOf(results[index]?.[0] ?? {}, "count")]),
  );
}

/** Some 450 bytes of JSON a row, and as much again for what is made of it, out of the 128 MB of an isolate. */
const rowsMax = 50_000;
/** A quote is as long as so many other rows. */
const rowsInQuote = 3;

/**
 * Reads every row, all of one moment.
 *
 * D1 keeps no moment from one call to the next, so all tables are read in one batch and held in memory. A database for
 * which that is too much is refused rather than read part by part, which would give rows that never stood together.
 */
async function* backUp(binding: D1Binding): AsyncGenerator<BackupRow> {
  const counts = await countRows(binding);
  const count = Object.entries(counts).reduce(
    (sum, [table, each]) => sum + each * (table === "quote" ? rowsInQuote : 1),
    0,
  );
  if (count > rowsMax) {
    throw new StoreFault(
      "too-large",
      `The D1 database has ${count} rows, a quote counted as ${rowsInQuote}, and a backup by way of its binding takes at most ${rowsMax}; use \`wrangler d1 export\` or its time travel.`,
    );
  }
  const tables = Object.keys(backupTables);
  const results = await runStatements(
    binding,
    tables.map((table) => statement(backupQueryOf(table))),
  );
  for (const [index, table] of tables.entries()) {
    for (const row of results[index] ?? []) yield { table, row };
  }
}

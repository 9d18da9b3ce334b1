import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { obstaclesText, obstacleValues, readObstacles } from "../sql/obstacles.ts";
import { forPostgresql } from "../sql/reads.ts";
import { numberOf } from "../sql/rows.ts";
import { restoreGate } from "./backup.ts";
import { type BatchQueue, createBatchQueue } from "./batch-queue.ts";
import type { PostgresqlClient } from "./client.ts";
import { changeStatement, changeValues, commitStatement } from "./commit-statement.ts";
import { isConflict, isLockTimeout, isRolledBack, restoreRunning } from "./failures.ts";
import { isOfReference } from "./reference-parts.ts";

export type ChangeWriter = {
  readonly commit: (change: Change) => Promise<CommitOutcome>;
  /** Discards the unused user numbers, which may belong to users of a restored backup. */
  readonly discardNumbers: () => void;
  /** Accepts no further changes, and resolves when all earlier ones have finished. */
  readonly close: () => Promise<void>;
};

/**
 * Creates a writer. It commits changes of existing accounts in batches; and by itself each opening of an account, and each
 * change of rates, last prices or the catalog, whose statement differs.
 */
export function createChangeWriter(client: PostgresqlClient): ChangeWriter {
  let nextNumber = allocateNumbers(client);
  const batched = createChangeQueue(client);
  const separate = createBatchQueue<Change, CommitOutcome>({
    batchSizeMax: 1,
    concurrencyMax: Number.POSITIVE_INFINITY,
    runBatch: (changes) => Promise.all(changes.map(commitSeparately)),
  });
  return {
    commit: (change) =>
      change.expectedVersion === 0 || isOfReference(change)
        ? separate.submit(change)
        : batched.submit(change),
    discardNumbers,
    close: async () => {
      await Promise.all([batched.close(), separate.close()]);
    },
  };

  function discardNumbers(): void {
    nextNumber = allocateNumbers(client);
  }

  async function commitSeparately(change: Change): Promise<CommitOutcome> {
    if (change.expectedVersion !== 0) return tryCommit(client, change, { userNumber: 0 });
    try {
      return await tryCommit(client, change, { userNumber: await nextNumber() });
    } catch (failure) {
      if (!isConflict(failure)) throw failure;
      // The block may have been claimed before a restore, and its numbers may belong to users of the backup.
      discardNumbers();
      return tryCommit(client, change, { userNumber: await nextNumber() });
    }
  }
}

type CommitOptions = { readonly userNumber: number; readonly lockMsMax?: number };

async function tryCommit(
  client: PostgresqlClient,
  change: Change,
  { userNumber, lockMsMax }: CommitOptions,
): Promise<CommitOutcome> {
  try {
    const { values, ...statement } = commitStatement(change, userNumber);
    const [result] = await client.queryPipelined({ ...statement, lists: [values], lockMsMax });
    if (result?.rowCount === 1) return "committed";
    const outcome = await explain(client, change);
    // An opening has no version that could have moved; without a conflict only the restore gate can have stopped it.
    if (outcome === undefined && change.expectedVersion === 0) throw restoreRunning();
    return outcome ?? "version-moved";
  } catch (failure) {
    return explainFailure(client, change, failure);
  }
}

/**
 * Returns the outcome of a change after a failure, or throws the failure. If the server did not roll the change back, it may
 * have been committed and only the response lost; retrying could then apply it twice. Changes with an idempotency key or a
 * movement are found by it.
 */
async function explainFailure(
  client: PostgresqlClient,
  change: Change,
  failure: unknown,
): Promise<CommitOutcome> {
  const isRejected = isConflict(failure);
  const isKnown = isRejected || change.outcome !== undefined || change.movement !== undefined;
  const outcome = isLockTimeout(failure) || !isKnown ? undefined : await explain(client, change);
  if (outcome === "key-used" || (outcome !== undefined && isRejected)) return outcome;
  throw failure;
}

async function explain(client: PostgresqlClient, change: Change): Promise<CommitOutcome | undefined> {
  const statement = { name: "obstacles", text: forPostgresql(obstaclesText), values: obstacleValues(change) };
  const [row = {}] = (await client.query(statement)).rows;
  return readObstacles(row, change.expectedVersion);
}

/** Delays the whole batch, so it is little more than a commit of another process takes. */
const firstLockMsMax = 250;

/** A retry delays only further changes of the same user. */
const retryLockMsMax = 5_000;

/** Leaves enough connections for other calls while retries wait for locks. */
const retryConcurrencyMax = 6;

/**
 * Commits concurrent changes in one transaction, which shares the round trip and the flush.
 *
 * A batch is ordered by user and has at most one change per user. Otherwise two batches could deadlock, one holding the
 * account and the other the user's notification counter. If a change of a batch is rejected or meets a lock, the batch is
 * rolled back and each of its changes is retried alone.
 */
function createChangeQueue(client: PostgresqlClient): BatchQueue<Change, CommitOutcome> {
  const retries = createBatchQueue<Change, CommitOutcome>({
    batchSizeMax: 1,
    concurrencyMax: retryConcurrencyMax,
    runBatch: (changes) => Promise.all(changes.map((change) => commitAlone(change, retryLockMsMax))),
  });
  return createBatchQueue({
    batchSizeMax: 8,
    concurrencyMax: 4,
    keyOf: ({ key }) => key.userId,
    runBatch: (changes) => (changes.length === 1 ? commitSingle(changes) : commitBatch(changes)),
  });

  /** Commits a change in a transaction of its own. Throws if a lock is not free in time. */
  function commitAlone(change: Change, lockMsMax: number): Promise<CommitOutcome> {
    return tryCommit(client, change, { userNumber: 0, lockMsMax });
  }

  async function commitSingle(
    changes: readonly Change[],
  ): Promise<(CommitOutcome | Promise<CommitOutcome>)[]> {
    try {
      return await Promise.all(changes.map((change) => commitAlone(change, firstLockMsMax)));
    } catch (failure) {
      if (isLockTimeout(failure)) return changes.map(retries.submit);
      throw failure;
    }
  }

  async function commitBatch(
    changes: readonly Change[],
  ): Promise<(CommitOutcome | Promise<CommitOutcome>)[]> {
    const ordered = changes.toSorted(byUser);
    try {
      const lists = ordered.map(changeValues);
      const results = await client.queryPipelined({ ...changeStatement, lists, lockMsMax: firstLockMsMax });
      const committed = new Set(ordered.filter((_, index) => results[index]?.rowCount === 1));
      return changes.map((change) => (committed.has(change) ? "committed" : retries.submit(change)));
    } catch (failure) {
      if (isRolledBack(failure)) return changes.map(retries.submit);
      return changes.map((change) => explainFailure(client, change, failure));
    }
  }
}

function byUser(one: Change, other: Change): number {
  return one.key.userId < other.key.userId ? -1 : 1;
}

const blockSize = 32;

const claimNumbersText = `update number_block set next_number = next_number + $1
  where id = 1 and (select ${restoreGate.pass}) returning next_number`;

/** Returns a function that allocates user numbers from exclusive blocks. Concurrent calls share the claim of the next block. */
function allocateNumbers(client: PostgresqlClient): () => Promise<number> {
  const free: number[] = [];
  let claiming: Promise<void> | undefined;
  return async () => {
    for (;;) {
      const number = free.shift();
      if (number !== undefined) return number;
      claiming ??= claim().finally(() => {
        claiming = undefined;
      });
      await claiming;
    }
  };

  async function claim(): Promise<void> {
    const statement = { name: "claimNumbers", text: claimNumbersText, values: [blockSize] };
    const [row] = (await client.query(statement)).rows;
    if (row === undefined) throw restoreRunning();
    const next = numberOf(row, "next_number");
    for (let each = next - blockSize; each < next; each += 1) free.push(each);
  }
}

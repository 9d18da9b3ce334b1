import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { commitStatement } from "./commit-statement.ts";
import { isLocked, isRefusal } from "./explain-postgresql.ts";
import { explainRestore } from "./explain-restore.ts";
import { gatherChanges } from "./gather-changes.ts";
import { handOutNumbers } from "./hand-out-numbers.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { queries } from "./queries.ts";
import { readState } from "./read-states.ts";

/** The one place where accounts are changed. */
export type MadeChanges = {
  readonly commit: (change: Change) => Promise<CommitOutcome>;
  /** Numbers of new users are claimed anew: those that were claimed before may belong to users of a backup. */
  readonly forgetNumbers: () => void;
  /** Takes no more, and resolves when those that were asked for are made. */
  readonly finish: () => Promise<void>;
};

/** Makes changes, those of accounts that are there together with others, and says what came of each. */
export function makeChanges(client: PostgresqlClient, nowMs: () => number): MadeChanges {
  let takeNumber = handOutNumbers(client);
  let isFinishing = false;
  const openings = new Set<Promise<CommitOutcome>>();
  const gathered = gatherChanges(client, {
    commitAlone: (change, lockMsMax) => tryCommit(client, change, { userNumber: 0, lockMsMax }),
    explainFailure: (change, failure) => explainFailure(client, change, failure),
    nowMs,
  });
  return {
    commit: async (change) => {
      if (change.expectedVersion !== 0) return gathered.ask(change);
      if (isFinishing) throw new Error("The store is closed; it takes no more changes.");
      const opening = open(change);
      openings.add(opening);
      return opening.finally(() => openings.delete(opening));
    },
    forgetNumbers,
    finish: async () => {
      isFinishing = true;
      await Promise.allSettled([gathered.finish(), ...openings]);
    },
  };

  function forgetNumbers(): void {
    takeNumber = handOutNumbers(client);
  }

  async function open(change: Change): Promise<CommitOutcome> {
    try {
      return await tryCommit(client, change, { userNumber: await takeNumber() });
    } catch (failure) {
      if (!isRefusal(failure)) throw failure;
      // The number may have been claimed before a restore, and belong to a user of the backup, as may those after it.
      forgetNumbers();
      return tryCommit(client, change, { userNumber: await takeNumber() });
    }
  }
}

type Try = { readonly userNumber: number; readonly lockMsMax?: number };

async function tryCommit(
  client: PostgresqlClient,
  change: Change,
  { userNumber, lockMsMax }: Try,
): Promise<CommitOutcome> {
  try {
    const { values, ...statement } = commitStatement(change, userNumber);
    const [answer] = await client.queryTexts({ ...statement, lists: [values], lockMsMax });
    if (answer?.rowCount === 1) return "committed";
    const outcome = await explain(client, change);
    // An opening depends on nothing that could have moved, but on the gate.
    if (outcome === undefined && change.expectedVersion === 0) throw explainRestore();
    return outcome ?? "version-moved";
  } catch (failure) {
    return explainFailure(client, change, failure);
  }
}

/**
 * Where the server did not refuse, the change may have been made and only its answer lost: to be decided again would
 * make it twice. What carries a key or a movement is known by that.
 */
async function explainFailure(
  client: PostgresqlClient,
  change: Change,
  failure: unknown,
): Promise<CommitOutcome> {
  if (isLocked(failure)) throw failure;
  const outcome =
    (await findKey(client, change)) ?? (isRefusal(failure) ? await explain(client, change) : undefined);
  if (outcome === undefined) throw failure;
  return outcome;
}

/** After a refusal, what is there now says why; the text of an error does not. */
async function explain(client: PostgresqlClient, change: Change): Promise<CommitOutcome | undefined> {
  const { key, expectedVersion } = change;
  const used = await findKey(client, change);
  if (used !== undefined) return used;
  if (expectedVersion === 0) {
    return (await isThere(client, "owner", key.accountId)) ? "version-moved" : undefined;
  }
  const state = await readState(client, key);
  return state?.account.version === expectedVersion ? undefined : "version-moved";
}

async function findKey(
  client: PostgresqlClient,
  { key: { userId }, outcome, movement }: Change,
): Promise<CommitOutcome | undefined> {
  if (outcome && (await isThere(client, "outcome", userId, outcome.idempotencyKey))) return "key-used";
  if (movement && (await isThere(client, "movement", userId, movement.movementId))) return "key-used";
  return undefined;
}

async function isThere(
  client: PostgresqlClient,
  name: "owner" | "outcome" | "movement",
  ...values: string[]
): Promise<boolean> {
  return (await client.query({ name, text: queries[name], values })).rows.length > 0;
}

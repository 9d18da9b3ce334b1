import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { forPostgresql, readTexts } from "../sql/reads.ts";
import { numberOf } from "../sql/rows.ts";
import { readState } from "./accounts.ts";
import { restoreGate } from "./backup.ts";
import type { PostgresqlClient } from "./client.ts";
import { commitStatement, wholeStatement } from "./commit-statement.ts";
import { explainRestore, isLocked, isRefusal, isUndone } from "./failures.ts";
import { type Gathering, gatherWork } from "./gather-work.ts";

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
  return (await client.query({ name, text: forPostgresql(readTexts[name]), values })).rows.length > 0;
}

/** What becomes of a change that does not go with others. */
type AloneSettings = {
  /** Waits so long for what others hold, and throws where that is not enough. */
  readonly commitAlone: (change: Change, lockMsMax: number) => Promise<CommitOutcome>;
  /** What came of it where its answer is not known, or throws the failure. */
  readonly explainFailure: (change: Change, failure: unknown) => Promise<CommitOutcome>;
  readonly nowMs: () => number;
};

/** Others have to wait as long, so it is little more than a commit of another process takes. */
const lockMsMaxAtFirst = 250;

/** Nobody else has to wait for a change that is tried again. */
const lockMsMaxAlone = 5_000;

/** As many may wait at locks that the connections that are left are enough for everybody else. */
const aloneMax = 6;

/**
 * Makes the changes that are asked for at the same moment in one transaction, so that they share its way and its flush.
 *
 * All go in the order of their users, and no two of one user go together: two such transactions would otherwise wait for
 * each other, one at the account and the other at the user who is told. Where one of them is refused, or meets what
 * somebody else holds, all are undone, and each is tried alone, where it keeps nobody waiting but its own user.
 */
function gatherChanges(
  client: PostgresqlClient,
  { commitAlone, explainFailure, nowMs }: AloneSettings,
): Gathering<Change, CommitOutcome> {
  const alone = gatherWork<Change, CommitOutcome>({
    togetherMax: 1,
    underWayMax: aloneMax,
    nowMs,
    doTogether: (changes) => Promise.all(changes.map((change) => commitAlone(change, lockMsMaxAlone))),
  });
  return gatherWork({
    togetherMax: 8,
    underWayMax: 4,
    nowMs,
    nameOf: ({ key }) => key.userId,
    doTogether: (changes) => (changes.length === 1 ? commitFirst(changes) : commitTogether(changes)),
  });

  async function commitFirst(
    changes: readonly Change[],
  ): Promise<(CommitOutcome | Promise<CommitOutcome>)[]> {
    try {
      return await Promise.all(changes.map((change) => commitAlone(change, lockMsMaxAtFirst)));
    } catch (failure) {
      if (isLocked(failure)) return changes.map(alone.ask);
      throw failure;
    }
  }

  async function commitTogether(
    changes: readonly Change[],
  ): Promise<(CommitOutcome | Promise<CommitOutcome>)[]> {
    const ordered = changes.toSorted(byUser);
    try {
      const [first, ...others] = ordered.map(wholeStatement);
      if (first === undefined) return [];
      const lists = [first, ...others].map(({ values }) => values);
      const { name, text } = first;
      const answers = await client.queryTexts({ name, text, lists, lockMsMax: lockMsMaxAtFirst });
      const made = new Set(ordered.filter((_, index) => answers[index]?.rowCount === 1));
      return changes.map((change) => (made.has(change) ? "committed" : alone.ask(change)));
    } catch (failure) {
      if (isUndone(failure)) return changes.map(alone.ask);
      return changes.map((change) => explainFailure(change, failure));
    }
  }
}

function byUser(one: Change, other: Change): number {
  return one.key.userId < other.key.userId ? -1 : 1;
}

const numbersInBlock = 32;

const claimNumbersText = `update number_block set next_number = next_number + $1
  where id = 1 and (select ${restoreGate.pass}) returning next_number`;

/** Hands out the numbers of new users, from blocks that nobody else has; whoever finds none left waits for the next. */
function handOutNumbers(client: PostgresqlClient): () => Promise<number> {
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
    const statement = { name: "claimNumbers", text: claimNumbersText, values: [numbersInBlock] };
    const [row] = (await client.query(statement)).rows;
    if (row === undefined) throw explainRestore();
    const next = numberOf(row, "next_number");
    for (let each = next - numbersInBlock; each < next; each += 1) free.push(each);
  }
}

import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { type Gathering, gatherWork } from "../gather-work.ts";
import { wholeStatement } from "./commit-statement.ts";
import { isLocked, isUndone } from "./explain-postgresql.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";

/** What becomes of a change that does not go with others. */
export type AloneSettings = {
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
export function gatherChanges(
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

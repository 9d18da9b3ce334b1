import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { type Gathering, gatherWork } from "../gather-work.ts";
import { wholeStatement } from "./commit-statement.ts";
import { isUndone } from "./is-undone.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";

/** What becomes of a change that does not go with others. */
export type AloneSettings = {
  readonly commitAlone: (change: Change) => Promise<CommitOutcome>;
  /** What came of it where its answer is not known, or throws the failure. */
  readonly explainFailure: (change: Change, failure: unknown) => Promise<CommitOutcome>;
  readonly nowMs: () => number;
};

/**
 * Makes the changes that are asked for at the same moment in one transaction, so that they share its way and its flush.
 *
 * All go in the order of their users, and no two of one user go together: two such transactions would otherwise wait for
 * each other, one at the account and the other at the user who is told. Where one of them is refused all are undone, and
 * each is tried alone.
 */
export function gatherChanges(
  client: PostgresqlClient,
  { commitAlone, explainFailure, nowMs }: AloneSettings,
): Gathering<Change, CommitOutcome> {
  return gatherWork({
    togetherMax: 8,
    underWayMax: 4,
    nowMs,
    nameOf: ({ key }) => key.userId,
    doTogether: async (changes) =>
      changes.length === 1 ? changes.map(commitAlone) : commitTogether(changes),
  });

  async function commitTogether(
    changes: readonly Change[],
  ): Promise<(CommitOutcome | Promise<CommitOutcome>)[]> {
    const ordered = changes.toSorted(byUser);
    try {
      const [first, ...others] = ordered.map(wholeStatement);
      if (first === undefined) return [];
      const lists = [first, ...others].map(({ values }) => values);
      const answers = await client.queryTexts({ name: first.name, text: first.text, lists });
      const made = new Set(ordered.filter((_, index) => answers[index]?.rowCount === 1));
      return changes.map((change) => (made.has(change) ? "committed" : commitAlone(change)));
    } catch (failure) {
      if (isUndone(failure)) return changes.map(commitAlone);
      return changes.map((change) => explainFailure(change, failure));
    }
  }
}

function byUser(one: Change, other: Change): number {
  return one.key.userId < other.key.userId ? -1 : 1;
}

import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import type { WriterChannel, WriterFailure } from "./writer-channel.ts";

/** Makes one change together with whatever others wait at the same moment. */
export type CommitChange = (change: Change) => Promise<CommitOutcome>;

const changesInBatchMax = 64;

type Waiting = {
  readonly change: Change;
  readonly settle: (outcome: CommitOutcome) => void;
  readonly reject: (failure: unknown) => void;
};

/**
 * Gathers the changes that arrive while a batch is under way into the next one, so that many writers share the wait for
 * the disk and a lone one waits for nobody.
 */
export function batchChanges(
  channel: WriterChannel,
  explain: (failure: WriterFailure) => Error,
): CommitChange {
  let queue: Waiting[] = [];
  let isBusy = false;
  return (change) =>
    new Promise((settle, reject) => {
      queue.push({ change, settle, reject });
      if (!isBusy) void drain();
    });

  async function drain(): Promise<void> {
    isBusy = true;
    // Whoever asks in the same turn shares the first batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.slice(0, changesInBatchMax);
      queue = queue.slice(changesInBatchMax);
      await send(batch);
    }
    isBusy = false;
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const answer = await channel.ask({ kind: "changes", changes: batch.map(({ change }) => change) });
      if (answer.kind === "failed") throw explain(answer.failure);
      if (answer.kind !== "changes") throw new Error("The writer answered something else.");
      for (const [index, { settle, reject }] of batch.entries()) {
        const result = answer.results[index];
        if (result === undefined) reject(new Error("The writer left out a change."));
        else if ("failure" in result) reject(explain(result.failure));
        else settle(result.outcome);
      }
    } catch (failure) {
      for (const { reject } of batch) reject(failure);
    }
  }
}

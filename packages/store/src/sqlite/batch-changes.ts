import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import type { WriterAnswer, WriterChannel, WriterFailure } from "./writer-channel.ts";

/** The changes of many, gathered on their way to the one who writes. */
export type ChangeBatches = {
  /** Makes one change together with whatever others wait at the same moment. */
  readonly commit: (change: Change) => Promise<CommitOutcome>;
  /** Takes no more changes, and resolves when each of those that wait has its answer. */
  readonly finish: () => Promise<void>;
};

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
): ChangeBatches {
  let queue: Waiting[] = [];
  let isBusy = false;
  let finished: PromiseWithResolvers<void> | undefined;
  return {
    commit: (change) =>
      new Promise((settle, reject) => {
        if (finished !== undefined)
          return reject(new Error("The store is closed; it takes no more changes."));
        queue.push({ change, settle, reject });
        if (isBusy) return;
        isBusy = true;
        // Whoever asks in the same turn shares the first batch.
        queueMicrotask(sendNext);
      }),
    finish: () => {
      finished ??= Promise.withResolvers();
      if (!isBusy) finished.resolve();
      return finished.promise;
    },
  };

  function sendNext(): void {
    if (queue.length === 0) {
      isBusy = false;
      finished?.resolve();
      return;
    }
    const batch = queue;
    queue = batch.splice(changesInBatchMax);
    // Those who are answered come first, so that what they ask for next shares the next batch.
    void channel
      .ask({ kind: "changes", changes: batch.map(({ change }) => change) })
      .then((answer) => settleBatch(batch, answer, explain))
      .catch((failure: unknown) => {
        for (const { reject } of batch) reject(failure);
      })
      .then(sendNext);
  }
}

function settleBatch(
  batch: readonly Waiting[],
  answer: WriterAnswer,
  explain: (failure: WriterFailure) => Error,
): void {
  if (answer.kind === "done") {
    for (const { settle } of batch) settle("committed");
    return;
  }
  if (answer.kind === "failed") throw explain(answer.failure);
  for (const [index, { settle, reject }] of batch.entries()) {
    const result = answer.results[index];
    if (result === undefined) reject(new Error("The writer left out a change."));
    else if ("failure" in result) reject(explain(result.failure));
    else settle(result.outcome);
  }
}

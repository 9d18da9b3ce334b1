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

/** So few that the writer has something to do while the rest is still decided, and so many that messages cost little. */
const changesInPartMax = 4;

type Waiting = {
  readonly change: Change;
  readonly settle: (outcome: CommitOutcome) => void;
  readonly reject: (failure: unknown) => void;
};

/**
 * Gathers the changes that arrive while a batch is under way into the next one, so that many writers share the wait for
 * the disk and a lone one waits for nobody. A batch is sent in parts and answered in parts: those who are answered first
 * decide what they ask for next while the others are told, and the writer works on it meanwhile.
 */
export function batchChanges(
  channel: WriterChannel,
  explain: (failure: WriterFailure) => Error,
): ChangeBatches {
  const sender = new PartSender(channel, explain);
  return {
    commit: (change) => new Promise((settle, reject) => sender.add({ change, settle, reject })),
    finish: () => sender.finish(),
  };
}

class PartSender {
  readonly #channel: WriterChannel;
  readonly #explain: (failure: WriterFailure) => Error;
  readonly #finished: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #queue: Waiting[] = [];
  #isFinishing = false;
  #isAboutToSend = false;
  /** Parts without an answer of the batch that is on its way to the disk, and whether others of it have theirs. */
  #closedPartCount = 0;
  #isBeingAnswered = false;
  /** The next batch, which those who are being answered may still join. */
  #openPartCount = 0;
  #openChangeCount = 0;

  constructor(channel: WriterChannel, explain: (failure: WriterFailure) => Error) {
    this.#channel = channel;
    this.#explain = explain;
  }

  add(waiting: Waiting): void {
    if (this.#isFinishing) {
      waiting.reject(new Error("The store is closed; it takes no more changes."));
      return;
    }
    this.#queue.push(waiting);
    if (this.#isAboutToSend) return;
    this.#isAboutToSend = true;
    // Whoever asks in the same turn shares the first batch.
    queueMicrotask(() => this.#send());
  }

  finish(): Promise<void> {
    this.#isFinishing = true;
    this.#judgeEnd();
    return this.#finished.promise;
  }

  #send(): void {
    this.#isAboutToSend = false;
    if (this.#closedPartCount > 0 && !this.#isBeingAnswered) return;
    while (this.#queue.length > 0 && this.#openChangeCount < changesInBatchMax) {
      const part = this.#queue.splice(
        0,
        Math.min(changesInPartMax, changesInBatchMax - this.#openChangeCount),
      );
      this.#openChangeCount += part.length;
      this.#openPartCount += 1;
      const isWhole = this.#queue.length === 0 || this.#openChangeCount === changesInBatchMax;
      const isLast = isWhole && this.#closedPartCount === 0;
      this.#ask(part, isLast);
      if (isLast) {
        this.#close();
        return;
      }
    }
  }

  #ask(part: readonly Waiting[], isLast: boolean): void {
    const changes = part.map(({ change }) => change);
    const answer = (settle: () => void): void => {
      this.#countAnswer();
      settle();
      // Those who are answered come first, so that what they ask for next shares the next batch.
      queueMicrotask(() => this.#goOn());
    };
    this.#channel.ask({ kind: "changes", changes, othersFollow: !isLast }).then(
      (made) => answer(() => settlePart(part, made, this.#explain)),
      (failure: unknown) => answer(() => failPart(part, failure)),
    );
  }

  #countAnswer(): void {
    // The writer need not wait for the end of a batch, and so may answer parts of one that is open.
    if (this.#closedPartCount === 0) this.#openPartCount -= 1;
    else this.#closedPartCount -= 1;
    this.#isBeingAnswered = this.#closedPartCount > 0;
  }

  #goOn(): void {
    // The last to be answered may still join what the others have begun.
    if (this.#closedPartCount === 0 && this.#openChangeCount > 0) setImmediate(() => this.#end());
    else this.#send();
    this.#judgeEnd();
  }

  /** Nobody joins any more, so the writer need not wait. */
  #end(): void {
    if (this.#closedPartCount > 0 || this.#openChangeCount === 0) return;
    if (this.#openPartCount > 0) void this.#channel.ask({ kind: "changes", changes: [] }).catch(() => {});
    this.#close();
    this.#send();
  }

  #close(): void {
    this.#closedPartCount = this.#openPartCount;
    this.#openPartCount = 0;
    this.#openChangeCount = 0;
  }

  #judgeEnd(): void {
    const left = this.#queue.length + this.#closedPartCount + this.#openPartCount;
    if (this.#isFinishing && left === 0) this.#finished.resolve();
  }
}

function settlePart(
  part: readonly Waiting[],
  answer: WriterAnswer,
  explain: (failure: WriterFailure) => Error,
): void {
  if (answer.kind === "done") {
    for (const { settle } of part) settle("committed");
    return;
  }
  if (answer.kind === "failed") {
    failPart(part, explain(answer.failure));
    return;
  }
  for (const [index, { settle, reject }] of part.entries()) {
    const result = answer.results[index];
    if (result === undefined) reject(new Error("The writer left out a change."));
    else if ("failure" in result) reject(explain(result.failure));
    else settle(result.outcome);
  }
}

function failPart(part: readonly Waiting[], failure: unknown): void {
  for (const { reject } of part) reject(failure);
}

import { answerOf, answerWriterRequest, explainFailed } from "./answer-writer-request.ts";
import type { ChangeResult, SqliteWriter } from "./sqlite-writer.ts";
import type { WriterAnswer, WriterRequest } from "./writer-channel.ts";

/** Answers requests in their order, where parts of a batch are answered together, after its commit. */
export type JoinedParts = {
  readonly take: (request: WriterRequest) => void;
  /** Whether parts wait for others that follow. */
  readonly isOpen: () => boolean;
  /** Commits what was taken without waiting for what follows. */
  readonly end: () => void;
};

/** Adds the parts of a batch to one transaction as they come. */
export function joinParts(writer: SqliteWriter, answer: (answer: WriterAnswer) => void): JoinedParts {
  let open: (readonly ChangeResult[])[] = [];
  return {
    take: (request) => {
      if (request.kind === "changes") return takePart(request);
      end();
      answer(answerWriterRequest(writer, request));
    },
    isOpen: () => open.length > 0,
    end,
  };

  function takePart({ changes, othersFollow }: Extract<WriterRequest, { readonly kind: "changes" }>): void {
    // One without changes only says that no others follow.
    const isAdded = changes.length === 0 || tryOrFail(() => open.push(writer.addChanges(changes)), 1);
    if (isAdded && othersFollow !== true) end();
    if (changes.length === 0) answer({ kind: "done" });
  }

  function end(): void {
    if (open.length === 0 || !tryOrFail(() => writer.commit(), 0)) return;
    for (const results of open.splice(0)) answer(answerOf(results));
  }

  /** A failure is the answer to every part of the batch, and to as many requests besides. */
  function tryOrFail(work: () => void, besidesCount: number): boolean {
    try {
      work();
      return true;
    } catch (failure) {
      const failed = explainFailed(failure);
      for (let left = open.length + besidesCount; left > 0; left -= 1) answer(failed);
      open = [];
      return false;
    }
  }
}

import type { ChangeResult, SqliteWriter } from "./sqlite-writer.ts";
import type { WriterAnswer, WriterFailure, WriterRequest } from "./writer-channel.ts";

/** Does what is asked of a writer; a failure is an answer, since it may have to cross threads. */
export function answerWriterRequest(writer: SqliteWriter, request: WriterRequest): WriterAnswer {
  try {
    if (request.kind === "statements") {
      writer.run(request.statements);
      return { kind: "done" };
    }
    const results = writer.addChanges(request.changes);
    writer.commit();
    return answerOf(results);
  } catch (failure) {
    return explainFailed(failure);
  }
}

/** What came of changes that were committed. */
export function answerOf(results: readonly ChangeResult[]): WriterAnswer {
  // So it is nearly always, and one word crosses more cheaply than one for each change.
  if (results.every(isCommitted)) return { kind: "done" };
  return {
    kind: "changes",
    results: results.map((result) =>
      "failure" in result ? { failure: describeFailure(result.failure) } : result,
    ),
  };
}

/** The answer where nothing of what was asked for was done. */
export function explainFailed(failure: unknown): WriterAnswer {
  return { kind: "failed", failure: describeFailure(failure) };
}

function isCommitted(result: ChangeResult): boolean {
  return "outcome" in result && result.outcome === "committed";
}

function describeFailure(failure: unknown): WriterFailure {
  if (!(failure instanceof Error)) return { message: String(failure), resultCode: undefined };
  const code = "errcode" in failure ? failure.errcode : undefined;
  return { message: failure.message, resultCode: typeof code === "number" ? code : undefined };
}

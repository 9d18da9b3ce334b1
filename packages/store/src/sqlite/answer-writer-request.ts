import type { ChangeResult, SqliteWriter } from "./sqlite-writer.ts";
import type { WriterAnswer, WriterFailure, WriterRequest } from "./writer-channel.ts";

/** Does what is asked of a writer; a failure is an answer, since it may have to cross threads. */
export function answerWriterRequest(writer: SqliteWriter, request: WriterRequest): WriterAnswer {
  try {
    if (request.kind === "statements") {
      writer.run(request.statements);
      return { kind: "done" };
    }
    const results = writer.commitChanges(request.changes);
    // So it is nearly always, and one word crosses more cheaply than one for each change.
    if (results.every(isCommitted)) return { kind: "done" };
    return {
      kind: "changes",
      results: results.map((result) =>
        "failure" in result ? { failure: describeFailure(result.failure) } : result,
      ),
    };
  } catch (failure) {
    return { kind: "failed", failure: describeFailure(failure) };
  }
}

function isCommitted(result: ChangeResult): boolean {
  return "outcome" in result && result.outcome === "committed";
}

function describeFailure(failure: unknown): WriterFailure {
  if (!(failure instanceof Error)) return { message: String(failure), resultCode: undefined };
  const code = "errcode" in failure ? failure.errcode : undefined;
  return { message: failure.message, resultCode: typeof code === "number" ? code : undefined };
}

import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import type { RowsStatement } from "./statement.ts";

/** What is asked of the writer, one at a time. */
export type WriterRequest =
  | {
      readonly kind: "changes";
      readonly changes: readonly Change[];
      /** Whether others follow so soon that the commit should wait for them; it need not. */
      readonly othersFollow?: boolean;
    }
  | { readonly kind: "statements"; readonly statements: readonly RowsStatement[] };

/** A failure as it crosses from a worker: its text, and the number that SQLite gave it. */
export type WriterFailure = { readonly message: string; readonly resultCode: number | undefined };

/** What the writer answers, in the order of its requests; `done` if every statement was run, every change committed. */
export type WriterAnswer =
  | {
      readonly kind: "changes";
      readonly results: readonly (
        | { readonly outcome: CommitOutcome }
        | { readonly failure: WriterFailure }
      )[];
    }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly failure: WriterFailure };

/** The way to the only connection that writes, wherever that is. */
export type WriterChannel = {
  readonly ask: (request: WriterRequest) => Promise<WriterAnswer>;
  readonly close: () => Promise<void>;
};

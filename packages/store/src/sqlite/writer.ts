import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import type { SqlValue } from "../sql/table.ts";
import { changeStatements } from "../sqlite-d1/change-statements.ts";
import { type Statement, unfinishedRestore } from "../sqlite-d1/statements.ts";
import { connectSqlite, type Durability } from "./connect.ts";

/** A request to the writer: changes that share one commit, or statements in one transaction. */
export type WriterRequest =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "statements"; readonly statements: readonly Statement[] };

/** A failure in a form that passes between threads: its message, and the result code of SQLite. */
export type WriterFailure = { readonly message: string; readonly resultCode: number | undefined };

/** One result per change, or the failure that undid the whole request. */
export type WriterAnswer =
  | { readonly results: readonly (CommitOutcome | WriterFailure)[] }
  | { readonly failure: WriterFailure };

/** The channel to the store's only writing connection. Requests are answered in order. */
export type WriterChannel = {
  readonly ask: (request: WriterRequest) => Promise<WriterAnswer>;
  readonly close: () => Promise<void>;
};

/** Starts a writer on the calling thread, which blocks during writes. For commands, which have nothing else to do. */
export function startSameThreadWriter(path: string, durability?: Durability): WriterChannel {
  const database = connectSqlite(path, durability);
  const writer = new SqliteWriter(database);
  return {
    ask: async (request) => writer.answer(request),
    close: async () => database.close(),
  };
}

/** The part of a connection that writing needs. */
export type WritingConnection = {
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): unknown;
  };
};

const numbersInBlock = 32;

export class SqliteWriter {
  readonly #connection: WritingConnection;
  readonly #prepared = new Map<string, ReturnType<WritingConnection["prepare"]>>();
  #nextNumber = 0;
  #numbersLeft = 0;

  constructor(connection: WritingConnection) {
    this.#connection = connection;
  }

  /** Executes a request in one transaction. */
  answer(request: WriterRequest): WriterAnswer {
    try {
      this.#run("begin immediate");
      const results = request.kind === "changes" ? this.#applyChanges(request.changes) : [];
      if (request.kind === "statements") this.#runAll(request.statements);
      this.#run("commit");
      return { results };
    } catch (failure) {
      // The rollback releases the numbers that this transaction reserved.
      this.#numbersLeft = 0;
      this.#rollBack();
      return { failure: describeFailure(failure) };
    }
  }

  #runAll(statements: readonly Statement[]): void {
    for (const { sql, values } of statements) this.#run(sql, ...values);
    // A restore replaces the counter of users. Numbers that were reserved before may belong to users of the backup.
    if (statements.some(({ sql }) => sql.includes("number_block"))) this.#numbersLeft = 0;
  }

  #applyChanges(changes: readonly Change[]): (CommitOutcome | WriterFailure)[] {
    if (this.#has("select 1 from change_counter where name = ?", unfinishedRestore)) {
      throw new Error("A restore is running or was interrupted; changes are refused until it completes.");
    }
    return changes.map((change) => {
      const userNumber = change.expectedVersion === 0 ? this.#takeNumber() : 0;
      return this.#applyChange(change, userNumber);
    });
  }

  /** Applies one change in a savepoint, so that its failure does not affect the others. */
  #applyChange(change: Change, userNumber: number): CommitOutcome | WriterFailure {
    this.#run("savepoint change");
    try {
      for (const { sql, values } of changeStatements(change, userNumber)) this.#run(sql, ...values);
      this.#run("release change");
      return "committed";
    } catch (failure) {
      this.#undoChange(failure);
      // If another user has the new user's number, the rest of the block may be in use as well.
      if (change.expectedVersion === 0) this.#numbersLeft = 0;
      return this.#explain(change) ?? describeFailure(failure);
    }
  }

  /** Rethrows the failure if a full or failing disk has ended the whole transaction, and the savepoint with it. */
  #undoChange(failure: unknown): void {
    try {
      this.#run("rollback to change");
      this.#run("release change");
    } catch {
      throw failure;
    }
  }

  /** Finds the reason of a failure in the database, because the text of an error does not tell it. */
  #explain({ key, expectedVersion, outcome, movement }: Change): CommitOutcome | undefined {
    const { userId, accountId } = key;
    if (outcome !== undefined) {
      const sql = "select 1 from idempotent_answer where user_id = ? and idempotency_key = ?";
      if (this.#has(sql, outcome.userId ?? userId, outcome.idempotencyKey)) return "key-used";
    }
    if (movement !== undefined) {
      const sql = "select 1 from movement where user_id = ? and movement_id = ?";
      if (this.#has(sql, userId, movement.movementId)) return "key-used";
    }
    if (expectedVersion === 0) {
      const isTaken = this.#has("select 1 from account_owner where account_id = ?", accountId);
      return isTaken ? "version-moved" : undefined;
    }
    const sql = "select 1 from account where user_id = ? and account_id = ? and version = ?";
    return this.#has(sql, userId, accountId, expectedVersion) ? undefined : "version-moved";
  }

  #takeNumber(): number {
    if (this.#numbersLeft === 0) {
      const sql = `update number_block set next_number = next_number + ${numbersInBlock} where id = 1 returning next_number`;
      const { next_number: next } = this.#prepare(sql).get() as { readonly next_number: number };
      this.#nextNumber = next - numbersInBlock;
      this.#numbersLeft = numbersInBlock;
    }
    this.#numbersLeft -= 1;
    this.#nextNumber += 1;
    return this.#nextNumber - 1;
  }

  /** Rolls back, unless a failed commit has already ended the transaction. */
  #rollBack(): void {
    try {
      this.#run("rollback");
    } catch {
      // The transaction has already ended.
    }
  }

  #has(sql: string, ...values: SqlValue[]): boolean {
    return this.#prepare(sql).get(...values) !== undefined;
  }

  #run(sql: string, ...values: readonly SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  #prepare(sql: string): ReturnType<WritingConnection["prepare"]> {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#connection.prepare(sql);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

function describeFailure(failure: unknown): WriterFailure {
  if (!(failure instanceof Error)) return { message: String(failure), resultCode: undefined };
  const code = "errcode" in failure ? failure.errcode : undefined;
  return { message: failure.message, resultCode: typeof code === "number" ? code : undefined };
}

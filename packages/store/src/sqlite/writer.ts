import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { obstaclesText, obstacleValues, readObstacles } from "../sql/obstacles.ts";
import type { Row, SqlValue } from "../sql/table.ts";
import { changeStatements } from "../sqlite-d1/change-statements.ts";
import { restoreMark, type Statement } from "../sqlite-d1/statements.ts";
import { connectSqlite, type Durability } from "./connect.ts";
import { readFailure, type SqliteFailure } from "./failures.ts";
import { prepareOnce } from "./prepare-once.ts";

/** A request to the writer: changes that share one commit, or statements in one transaction. */
export type WriterRequest =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "statements"; readonly statements: readonly Statement[] };

/** One result per change, or the failure that undid the whole request. */
export type WriterAnswer =
  | { readonly results: readonly (CommitOutcome | SqliteFailure)[] }
  | { readonly failure: SqliteFailure };

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
  readonly #prepare: WritingConnection["prepare"];
  #nextNumber = 0;
  #numbersLeft = 0;

  constructor(connection: WritingConnection) {
    this.#prepare = prepareOnce((sql) => connection.prepare(sql));
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
      return { failure: readFailure(failure) };
    }
  }

  #runAll(statements: readonly Statement[]): void {
    for (const { sql, values } of statements) this.#run(sql, ...values);
    // A restore replaces the counter of users. Numbers that were reserved before may belong to users of the backup.
    if (statements.some(({ sql }) => sql.includes("number_block"))) this.#numbersLeft = 0;
  }

  #applyChanges(changes: readonly Change[]): (CommitOutcome | SqliteFailure)[] {
    if (this.#prepare(restoreMark).get() !== undefined) {
      throw new Error("A restore is running or was interrupted; changes are refused until it completes.");
    }
    return changes.map((change) => {
      const userNumber = change.expectedVersion === 0 ? this.#takeNumber() : 0;
      return this.#applyChange(change, userNumber);
    });
  }

  /** Applies one change in a savepoint, so that its failure does not affect the others. */
  #applyChange(change: Change, userNumber: number): CommitOutcome | SqliteFailure {
    this.#run("savepoint change");
    try {
      for (const { sql, values } of changeStatements(change, userNumber)) this.#run(sql, ...values);
      this.#run("release change");
      return "committed";
    } catch (failure) {
      this.#undoChange(failure);
      // If another user has the new user's number, the rest of the block may be in use as well.
      if (change.expectedVersion === 0) this.#numbersLeft = 0;
      return this.#explain(change) ?? readFailure(failure);
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

  #explain(change: Change): CommitOutcome | undefined {
    const row = this.#prepare(obstaclesText).get(...obstacleValues(change)) as Row;
    return readObstacles(row, change.expectedVersion);
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

  #run(sql: string, ...values: readonly SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }
}

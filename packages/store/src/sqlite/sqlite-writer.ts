import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import { unfinishedRestore } from "../unfinished-restore.ts";
import { changeStatements } from "./change-statements.ts";
import { logPagesMax } from "./connect-sqlite.ts";
import type { RowsStatement, SqlValue, Statement } from "./statement.ts";

/** As much of a connection as writing needs. */
export type WritingConnection = {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): unknown;
  };
};

/** Who is told how long each commit of changes took. */
export type CommitTiming = {
  readonly nowMs: () => number;
  readonly told: (commitMs: number) => void;
};

/** What came of one change of a batch. */
export type ChangeResult = { readonly outcome: CommitOutcome } | { readonly failure: unknown };

const numbersInBlock = 32;

/** So many changes in a commit are of many who keep the disk busy together. */
const changesTogether = 8;

/** Writes on one connection: batches of changes with one commit for all, and whatever else is written. */
export class SqliteWriter {
  readonly #connection: WritingConnection;
  readonly #timing: CommitTiming | undefined;
  readonly #prepared = new Map<string, ReturnType<WritingConnection["prepare"]>>();
  #isOpen = false;
  #changeCount = 0;
  #logPagesMax = logPagesMax.alone;
  #nextNumber = 0;
  #numbersLeft = 0;

  constructor(connection: WritingConnection, timing?: CommitTiming) {
    this.#connection = connection;
    this.#timing = timing;
  }

  /** Makes each change in a savepoint of its own. A commit makes all that were added durable; a failure undoes them all. */
  addChanges(changes: readonly Change[]): ChangeResult[] {
    return this.#orUndo(() => {
      if (!this.#isOpen) this.#open();
      this.#changeCount += changes.length;
      return changes.map((change) => {
        const userNumber = change.expectedVersion === 0 ? this.#takeNumber() : 0;
        return this.#tryChange(change, userNumber);
      });
    });
  }

  /** Makes what was added durable. */
  commit(): void {
    const beganMs = this.#timing?.nowMs() ?? 0;
    this.#orUndo(() => {
      this.#boundLog(this.#changeCount < changesTogether ? logPagesMax.alone : logPagesMax.together);
      this.#execute("commit");
    });
    this.#isOpen = false;
    this.#timing?.told(this.#timing.nowMs() - beganMs);
  }

  /** Runs statements in one transaction, each once for each of its rows. */
  run(statements: readonly RowsStatement[]): void {
    this.#orUndo(() => {
      this.#execute("begin immediate");
      for (const { sql, rows } of statements) {
        const prepared = this.#prepare(sql);
        for (const row of rows) prepared.run(...row);
      }
      this.#execute("commit");
    });
    // A restore sets the counter of users anew, and numbers that were claimed before may be taken in it.
    if (statements.some(({ sql }) => sql.includes("number_block"))) this.#numbersLeft = 0;
  }

  #tryChange(change: Change, userNumber: number): ChangeResult {
    this.#execute("savepoint change");
    try {
      for (const statement of changeStatements(change, userNumber)) this.#run(statement);
      this.#execute("release change");
      return { outcome: "committed" };
    } catch (failure) {
      this.#undoChange(failure);
      // If it was the number of a new user that somebody else has, the rest of the block is no better.
      if (change.expectedVersion === 0) this.#numbersLeft = 0;
      const outcome = this.#explain(change);
      return outcome === undefined ? { failure } : { outcome };
    }
  }

  /** A disk that is full, or fails, may have ended the whole transaction, and with it the savepoint. */
  #undoChange(failure: unknown): void {
    try {
      this.#execute("rollback to change");
      this.#execute("release change");
    } catch {
      throw failure;
    }
  }

  /** After a failure, what is there now says why; the text of an error does not. */
  #explain({ key, expectedVersion, outcome, movement }: Change): CommitOutcome | undefined {
    const { userId, accountId } = key;
    if (outcome !== undefined) {
      const sql = "select 1 from outcome where user_id = ? and idempotency_key = ?";
      if (this.#has(sql, userId, outcome.idempotencyKey)) return "key-used";
    }
    if (movement !== undefined) {
      const sql = "select 1 from movement where user_id = ? and movement_id = ?";
      if (this.#has(sql, userId, movement.movementId)) return "key-used";
    }
    if (expectedVersion === 0) {
      const isThere = this.#has("select 1 from account_owner where account_id = ?", accountId);
      return isThere ? "version-moved" : undefined;
    }
    const sql = "select 1 from account where user_id = ? and account_id = ? and version = ?";
    return this.#has(sql, userId, accountId, expectedVersion) ? undefined : "version-moved";
  }

  #takeNumber(): number {
    if (this.#numbersLeft === 0) {
      const sql = `update number_block set next_number = next_number + ${numbersInBlock} where id = 1 returning next_number`;
      const row = this.#prepare(sql).get();
      const { next_number: next } = row as { readonly next_number: number };
      this.#nextNumber = next - numbersInBlock;
      this.#numbersLeft = numbersInBlock;
    }
    this.#numbersLeft -= 1;
    this.#nextNumber += 1;
    return this.#nextNumber - 1;
  }

  #open(): void {
    this.#execute("begin immediate");
    this.#isOpen = true;
    this.#changeCount = 0;
    if (this.#has("select 1 from change_counter where name = ?", unfinishedRestore)) {
      throw new Error("A restore is under way, or did not come to its end; nothing is changed meanwhile.");
    }
  }

  #boundLog(pagesMax: number): void {
    if (pagesMax === this.#logPagesMax) return;
    // Not prepared, since it is done while it is compiled, and only then.
    this.#connection.exec(`pragma wal_autocheckpoint = ${pagesMax}`);
    this.#logPagesMax = pagesMax;
  }

  #orUndo<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (failure) {
      this.#isOpen = false;
      // They were claimed by what is undone now.
      this.#numbersLeft = 0;
      this.#rollBack();
      throw failure;
    }
  }

  /** A failed commit may have ended the transaction by itself. */
  #rollBack(): void {
    try {
      this.#execute("rollback");
    } catch {
      // There is nothing left to roll back.
    }
  }

  #has(sql: string, ...values: SqlValue[]): boolean {
    return this.#prepare(sql).get(...values) !== undefined;
  }

  #run({ sql, values }: Statement): void {
    this.#prepare(sql).run(...values);
  }

  /** Prepared as well, because `exec` compiles its text anew each time. */
  #execute(sql: string): void {
    this.#prepare(sql).run();
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

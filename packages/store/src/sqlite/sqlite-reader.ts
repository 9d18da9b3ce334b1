import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Row } from "../read-row.ts";
import { explainSqliteError } from "./explain-sqlite-failure.ts";
import { queries } from "./queries.ts";
import type { ListsStatement, SqlValue } from "./statement.ts";

/** What is read in pages and holds nothing but texts, counts and times: a page of bigints takes twice as long. */
const readAsNumbers: readonly string[] = [
  queries.notifications,
  queries.changes,
  queries.changesOfShard,
  queries.outcomesAfter,
  queries.quotesOf,
  queries.quotes,
  queries.quotesSince,
];

/** Reads on a connection of its own; each statement is prepared once, and what SQLite throws is explained. */
export class SqliteReader {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#explained(() => this.#prepare(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#explained(() => this.#prepare(sql).all(...values));
  }

  lists<List extends readonly unknown[]>(
    { sql, rowsAre }: ListsStatement<List>,
    ...values: SqlValue[]
  ): readonly List[] {
    return this.#explained(() => this.#prepare(sql, rowsAre).all(...values)) as unknown as readonly List[];
  }

  /** What is read in one transaction is of one moment. */
  atOnce<Result>(read: () => Result): Result {
    // Prepared as well, because `exec` compiles its text anew each time.
    this.#prepare("begin").run();
    try {
      return read();
    } finally {
      // A failure of the disk may have ended the transaction.
      if (this.#database.isTransaction) this.#prepare("commit").run();
    }
  }

  close(): void {
    this.#database.close();
  }

  #explained<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (failure) {
      throw explainSqliteError(this.#path, failure);
    }
  }

  #prepare(sql: string, rowsAre: "objects" | "lists" = "objects"): StatementSync {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#database.prepare(sql);
      prepared.setReadBigInts(!readAsNumbers.includes(sql));
      prepared.setReturnArrays(rowsAre === "lists");
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

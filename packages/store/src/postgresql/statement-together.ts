import type pg from "pg";
import type { NamedStatement } from "./commit-statement.ts";
import { spellValue } from "./spell-value.ts";

/** The connections on which a statement of this kind was prepared, with what it was. */
const prepared = new WeakMap<pg.Connection, string>();

/**
 * A statement that is run with several lists of values before the server is asked to end what it began: to PostgreSQL
 * that is one transaction. The driver calls it with what comes back.
 */
export class StatementTogether implements pg.Submittable {
  /** How many rows each list came to, once all of them are durable. */
  readonly rowCounts: Promise<readonly number[]>;
  /** The driver puts its own in front of it where an answer may not take as long as it likes. */
  callback: (failure: Error | null) => void;
  readonly #statement: Pick<NamedStatement, "name" | "text">;
  readonly #lists: readonly (readonly unknown[])[];
  readonly #counts: number[] = [];

  constructor(statement: Pick<NamedStatement, "name" | "text">, lists: readonly (readonly unknown[])[]) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
    this.rowCounts = promise;
    this.callback = (failure) => {
      if (failure === null) resolve(this.#counts);
      else reject(failure);
    };
    this.#statement = statement;
    this.#lists = lists;
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this.#statement;
    const { stream } = connection;
    // Together they leave as one packet.
    stream.cork();
    try {
      if (prepared.get(connection) !== name) {
        // It may be there from a time that ended in a failure; to close what is not there is none.
        connection.close({ type: "S", name }, true);
        connection.parse({ name, text, types: [] }, true);
        prepared.set(connection, name);
      }
      for (const values of this.#lists) {
        connection.bind({ statement: name, values: values.map(spellValue) }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#counts.push(Number(/\d+$/.exec(text)?.[0] ?? 0));
  }

  /** Only now is it durable: what a list came to is told before the transaction has ended. */
  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(failure: Error, connection: pg.Connection): void {
    prepared.delete(connection);
    this.callback(failure);
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}
}

import type pg from "pg";

/** A prepared statement. The server keeps it under its name, per connection. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** The result for one parameter list. Columns stay in PostgreSQL's text format. */
export type PipelinedResult = {
  readonly rowCount: number;
  readonly rows: readonly (readonly (string | null)[])[];
};

/** A statement and the parameter lists to execute it with, in order. With an empty name it is parsed anew each time. */
export type PipelinedStatement = Pick<NamedStatement, "name" | "text"> & {
  readonly lists: readonly (readonly unknown[])[];
  /** The longest wait for each lock (`lock_timeout`); the server's own setting if undefined. */
  readonly lockMsMax?: number | undefined;
};

/** Sets the timeout for the current transaction only. */
const setLockTimeout = { name: "set-lock-timeout", text: "select set_config('lock_timeout', $1, true)" };

/** The names of the prepared statements of each connection. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>();

/**
 * Executes a statement with several parameter lists before a single Sync message, which makes PostgreSQL run them in one
 * transaction. The driver calls the `handle…` methods for the server's messages. Unlike the driver's own query, this one
 * neither describes the columns each time nor converts values by type; both together cost as much as everything else.
 */
export class PipelinedQuery implements pg.Submittable {
  readonly statement: PipelinedStatement;
  /** One result per parameter list. Resolves once the transaction is durable. */
  readonly results: Promise<readonly PipelinedResult[]>;
  /** The driver replaces it if `query_timeout` is set. */
  callback: (failure: Error | null) => void;
  #rows: (string | null)[][] = [];
  readonly #results: PipelinedResult[] = [];

  constructor(statement: PipelinedStatement) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly PipelinedResult[]>();
    this.statement = statement;
    this.results = promise;
    // The first result is that of `set_config`, if it was sent.
    const skippedCount = statement.lockMsMax === undefined ? 0 : 1;
    this.callback = (failure) =>
      failure === null ? resolve(this.#results.slice(skippedCount)) : reject(failure);
  }

  submit(connection: pg.Connection): void {
    const { lists, lockMsMax, ...statement } = this.statement;
    const { stream } = connection;
    // Sends all messages as one packet. Not every runtime's stream has `cork`.
    stream.cork?.();
    try {
      // An unnamed statement means that a pooler may switch connections, so the timeout must be unnamed as well.
      const timeout = statement.name === "" ? { ...setLockTimeout, name: "" } : setLockTimeout;
      if (lockMsMax !== undefined) execute(connection, timeout, [[lockMsMax]]);
      execute(connection, statement, lists);
      connection.sync();
    } finally {
      stream.uncork?.();
    }
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ rowCount: Number(text.slice(text.lastIndexOf(" ") + 1)), rows: this.#rows });
    this.#rows = [];
  }

  /** Resolves only here: CommandComplete arrives before the transaction has committed. */
  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(failure: Error, connection: pg.Connection): void {
    for (const { name } of [setLockTimeout, this.statement]) preparedOn.get(connection)?.delete(name);
    this.callback(failure);
  }
}

/** Prepares the statement if the connection does not have it yet, and executes it with each parameter list. */
function execute(
  connection: pg.Connection,
  { name, text }: Pick<NamedStatement, "name" | "text">,
  lists: PipelinedStatement["lists"],
): void {
  const prepared = preparedOn.get(connection) ?? new Set();
  if (name === "") {
    connection.parse({ name, text, types: [] }, true);
  } else if (!prepared.has(name)) {
    // After an earlier failure the server may still have it. Closing a statement that does not exist is no error.
    connection.close({ type: "S", name }, true);
    connection.parse({ name, text, types: [] }, true);
    preparedOn.set(connection, prepared.add(name));
  }
  for (const values of lists) {
    connection.bind({ statement: name, values: values.map(encodeValue) }, true);
    connection.execute({}, true);
  }
}

/** Encodes a whole number, a text, an array of them, or null in PostgreSQL's text format. */
export function encodeValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(",")}}`;
  return String(value);
}

/** Array elements that are texts are quoted, because unquoted ones could read as delimiters or as NULL. */
function encodeElement(value: unknown): string {
  if (value === undefined || value === null) return "NULL";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}

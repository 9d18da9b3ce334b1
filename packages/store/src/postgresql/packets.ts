import type pg from "pg";

/** A prepared statement, known to the server by its name. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** What a statement came to for one list of values; columns as the server writes them. */
export type TextsAnswer = {
  readonly rowCount: number;
  readonly rows: readonly (readonly (string | null)[])[];
};

/** A statement, and lists of values that it is run with one after the other; without a name it is prepared for this once. */
export type TextsQuestion = Pick<NamedStatement, "name" | "text"> & {
  readonly lists: readonly (readonly unknown[])[];
  /** How long it may wait for each lock, beyond which it is refused; as the server has it where nothing is said. */
  readonly lockMsMax?: number | undefined;
};

/** Holds for the transaction of the question. */
const boundWaiting = { name: "bound-waiting", text: "select set_config('lock_timeout', $1, true)" };

/** The statements that were prepared on a connection, by their names. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>();

/**
 * A statement that is run with each of several lists of values before the server is asked to end what it began: to
 * PostgreSQL that is one transaction. The driver calls it with what comes back. Columns are not described each time,
 * nor turned into values by their types, which takes the driver as long as all the rest.
 */
export class TextsQuery implements pg.Submittable {
  readonly question: TextsQuestion;
  /** What each list came to, once all of them are durable. */
  readonly answers: Promise<readonly TextsAnswer[]>;
  /** The driver puts its own in the place of it where an answer may not take as long as it likes. */
  callback: (failure: Error | null) => void;
  #rows: (string | null)[][] = [];
  readonly #answers: TextsAnswer[] = [];

  constructor(question: TextsQuestion) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextsAnswer[]>();
    this.question = question;
    this.answers = promise;
    // The bound is answered as well, ahead of the rest.
    const aheadCount = question.lockMsMax === undefined ? 0 : 1;
    this.callback = (failure) =>
      failure === null ? resolve(this.#answers.slice(aheadCount)) : reject(failure);
  }

  submit(connection: pg.Connection): void {
    const { lists, lockMsMax, ...statement } = this.question;
    const { stream } = connection;
    // Together they leave as one packet, where the runtime knows how to hold them back.
    stream.cork?.();
    try {
      // Where the statement has no name, the connection may be pooled on the way and keep no names.
      const bound = statement.name === "" ? { ...boundWaiting, name: "" } : boundWaiting;
      if (lockMsMax !== undefined) run(connection, bound, [[lockMsMax]]);
      run(connection, statement, lists);
      connection.sync();
    } finally {
      stream.uncork?.();
    }
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#answers.push({ rowCount: Number(text.slice(text.lastIndexOf(" ") + 1)), rows: this.#rows });
    this.#rows = [];
  }

  /** Only now is it durable: what a list came to is told before the transaction has ended. */
  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(failure: Error, connection: pg.Connection): void {
    for (const { name } of [boundWaiting, this.question]) preparedOn.get(connection)?.delete(name);
    this.callback(failure);
  }
}

/** Prepares a statement where that was not done yet, and runs it with each list of values. */
function run(
  connection: pg.Connection,
  { name, text }: Pick<NamedStatement, "name" | "text">,
  lists: TextsQuestion["lists"],
): void {
  const prepared = preparedOn.get(connection) ?? new Set();
  if (name === "") {
    connection.parse({ name, text, types: [] }, true);
  } else if (!prepared.has(name)) {
    // It may be there from a time that ended in a failure; to close what is not there is none.
    connection.close({ type: "S", name }, true);
    connection.parse({ name, text, types: [] }, true);
    preparedOn.set(connection, prepared.add(name));
  }
  for (const values of lists) {
    connection.bind({ statement: name, values: values.map(spellValue) }, true);
    connection.execute({}, true);
  }
}

/** A value as PostgreSQL reads it in a text: whole numbers, texts, lists of them, and nothing. */
export function spellValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `{${value.map(spellElement).join(",")}}`;
  return String(value);
}

/** Texts of a list are quoted, since they may look like its signs or like nothing. */
function spellElement(value: unknown): string {
  if (value === undefined || value === null) return "NULL";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}

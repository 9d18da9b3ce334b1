import type pg from "pg";
import type { NamedStatement } from "./commit-statement.ts";
import { spellValue } from "./spell-value.ts";

/** What a statement came to for one list of values; columns as the server writes them. */
export type TextsAnswer = {
  readonly rowCount: number;
  readonly rows: readonly (readonly (string | null)[])[];
};

/** A statement, and lists of values that it is run with one after the other; without a name it is prepared for this once. */
export type TextsQuestion = Pick<NamedStatement, "name" | "text"> & {
  readonly lists: readonly (readonly unknown[])[];
  /** How long it may wait for each thing that others hold, beyond which it is refused. */
  readonly lockMsMax?: LockMsMax;
};

/** Without a number as the server has it; `any` is as the connection happens to wait. */
export type LockMsMax = number | "any" | undefined;

/** Holds for the connection, so that whoever waits alike on it need not say so again. */
const boundWaiting = { name: "bound-waiting", text: "select set_config('lock_timeout', $1, false)" };

/** Holds for the question, and is gone from the connection with it, as is the statement itself. */
const boundQuestion = { name: "", text: "select set_config('lock_timeout', $1, true)" };

/** Waits as the server has it again. */
export const resetWaiting = { name: "reset-waiting", text: "reset lock_timeout" };

/** Whether the connection waits as it should already, or is told to for this question or from now on. */
export type Bounding = "already" | "in-question" | "from-now-on";

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

  readonly #bounding: Bounding;

  constructor(question: TextsQuestion, bounding: Bounding) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextsAnswer[]>();
    this.question = question;
    this.#bounding = bounding;
    this.answers = promise;
    // The bound is answered as well, ahead of the rest.
    const aheadCount = isSaid(question, bounding) ? 1 : 0;
    this.callback = (failure) =>
      failure === null ? resolve(this.#answers.slice(aheadCount)) : reject(failure);
  }

  readonly #answers: TextsAnswer[] = [];

  submit(connection: pg.Connection): void {
    const { lists, lockMsMax, ...statement } = this.question;
    const { stream } = connection;
    // Together they leave as one packet, where the runtime knows how to hold them back.
    stream.cork?.();
    try {
      if (isSaid(this.question, this.#bounding)) bind(connection, lockMsMax, this.#bounding);
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
    for (const { name } of [boundWaiting, resetWaiting, this.question])
      preparedOn.get(connection)?.delete(name);
    this.callback(failure);
  }
}

/** Whether the connection is told how long to wait; what held for one question is gone before the next. */
function isSaid({ lockMsMax }: TextsQuestion, bounding: Bounding): boolean {
  if (lockMsMax === "any") return false;
  return bounding === "from-now-on" || (bounding === "in-question" && lockMsMax !== undefined);
}

function bind(connection: pg.Connection, lockMsMax: LockMsMax, bounding: Bounding): void {
  if (lockMsMax === undefined) run(connection, resetWaiting, [[]]);
  else run(connection, bounding === "in-question" ? boundQuestion : boundWaiting, [[lockMsMax]]);
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

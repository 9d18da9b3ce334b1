import type { NamedStatement } from "./commit-statement.ts";
import type { TextsAnswer, TextsQuestion } from "./texts-query.ts";

/** A row as the driver gives it: bigint columns as bigint. */
export type PostgresqlRow = Readonly<Record<string, unknown>>;

/** What came of a statement. */
export type PostgresqlResult = { readonly rows: PostgresqlRow[]; readonly rowCount: number | null };

/** As much of a pool as the store needs. */
export type PostgresqlClient = {
  /** One statement, prepared where it has a name. */
  readonly query: (
    statement: NamedStatement | { readonly text: string; readonly values?: readonly unknown[] },
  ) => Promise<PostgresqlResult>;
  /**
   * One statement with each of several lists of values, in their order and in one transaction, for which one round trip
   * and one flush are enough; what each of them came to.
   */
  readonly queryTexts: (question: TextsQuestion) => Promise<readonly TextsAnswer[]>;
  /** Several statements on one connection; whoever begins a transaction ends it. */
  readonly onConnection: <Result>(
    work: (query: PostgresqlClient["query"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

import type { NamedStatement } from "./commit-statement.ts";

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
   * and one flush are enough; how many rows each of them came to.
   */
  readonly queryTogether: (
    statement: Pick<NamedStatement, "name" | "text">,
    lists: readonly (readonly unknown[])[],
  ) => Promise<readonly number[]>;
  /** Several statements on one connection; whoever begins a transaction ends it. */
  readonly onConnection: <Result>(
    work: (query: PostgresqlClient["query"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

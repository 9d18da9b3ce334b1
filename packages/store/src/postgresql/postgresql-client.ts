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
  /** Several statements on one connection; whoever begins a transaction ends it. */
  readonly onConnection: <Result>(
    work: (query: PostgresqlClient["query"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** What SQLite binds to a place in a statement. */
export type SqlValue = string | number | bigint | null;

/** A statement with what it binds. */
export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] };

/** A question whose rows are read as lists of values, in the order of its columns. */
export type ListsStatement<List extends readonly unknown[]> = {
  readonly sql: string;
  readonly rowsAre: "lists";
  /** Never there: it only says what the rows are. */
  readonly row?: List;
};

/** A statement that is run once for each row. */
export type RowsStatement = { readonly sql: string; readonly rows: readonly (readonly SqlValue[])[] };

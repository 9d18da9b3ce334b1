/** What SQLite binds to a place in a statement. */
export type SqlValue = string | number | bigint | null;

/** A statement with what it binds. */
export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] };

/** A statement that is run once for each row. */
export type RowsStatement = { readonly sql: string; readonly rows: readonly (readonly SqlValue[])[] };

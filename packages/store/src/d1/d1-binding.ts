import type { Row } from "../read-row.ts";

/** What came of one statement. */
export type D1Result = { readonly results: readonly Row[] };

/** A statement that D1 has taken up, to be given what it binds. */
export type D1Statement = {
  bind(...values: (string | number | null)[]): D1Statement;
  all(): Promise<D1Result>;
};

/** As much of a D1 database, the way a Worker has it in its environment, as the store needs. */
export type D1Binding = {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<D1Result[]>;
};

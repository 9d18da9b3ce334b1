/** The rows of files, and how the rows of one kind are checked and written. */
import type { ChangeOrigin } from "../accounts/audit.ts";
import type { PositionEntry } from "../accounts/positions.ts";
import type { AccountKey, MovementRecord } from "../ports/index.ts";
import type { RatesSetting } from "../reference/rates.ts";
import type { CatalogFault } from "../settings/import-catalog.ts";
import type { PriceOrder } from "../settings/set-price.ts";

export type PositionRow = PositionEntry & { readonly accountId: string; readonly symbol: string };

export type CashRow = Pick<MovementRecord, "accountId" | "kind" | "amountVnd">;

export type PriceRow = Pick<PriceOrder, "symbol" | "price">;

export type ImportedRows = {
  readonly accounts: AccountKey;
  readonly positions: PositionRow;
  readonly cash: CashRow;
  readonly rates: RatesSetting;
  readonly prices: PriceRow;
};

/** A row with its line, and its place among the rows of the file, from 1 on. Rows of JSON may share a line. */
export type RowAt<Row> = { readonly line: number; readonly place: number; readonly row: Row };

/** Who imports a file, and which one. */
export type FileOrigin = ChangeOrigin & {
  /** SHA-256 of the file, as 64 hexadecimal digits. */
  readonly digest: string;
  /** Whether unusual prices, or rates that end calls, are meant. */
  readonly isConfirmed?: boolean | undefined;
};

/** What is allowed and unusual about a line. */
export type LineWarning = { readonly line: number; readonly warning: string };

/** How the rows of one kind are checked and written. */
export type RowsPlan<Row> = {
  /** The fault of a row, given the rows before it. With `isTold` false the message will not be shown. */
  readonly check: (at: RowAt<Row>, isTold: boolean) => Promise<string | undefined>;
  readonly checkAll?: (() => Promise<CatalogFault | undefined>) | undefined;
  /** What is allowed and unusual about the rows that were checked, each with its line. */
  readonly warnings?: readonly LineWarning[] | undefined;
  readonly rowsInChunk: number;
  readonly write: (rows: readonly RowAt<Row>[]) => Promise<WrittenRows>;
};

/** How many rows were written, and how many before by the same file. */
export type WrittenRows = {
  readonly count: number;
  readonly doneBeforeCount: number;
  readonly faults: readonly CatalogFault[];
};

/** The key of a row. It has spaces, which the keys of clients can't have. */
export function importKeyOf(digest: string, place: number): string {
  return `import ${digest} ${place}`;
}

/** The fault of a name that stands on another line already. */
export function noteOnce(lineOf: Map<string, number>, name: string, line: number): string | undefined {
  const first = lineOf.get(name);
  if (first !== undefined) return `${name} stands on line ${first} already: leave out one of them.`;
  lineOf.set(name, line);
  return undefined;
}

/** A contract on an index: what it stands on, and the month in which it ends. */
export type IndexFuture = {
  readonly underlyingSymbolCode: string;
  readonly year: number;
  /** From 1 for January to 12. */
  readonly month: number;
};

/** The VND that one point of an index future is worth. */
export const indexFutureContractSize: bigint = 100_000n;

/** The year that the first letter of the codes' present cycle stands for; the codes came in May 2025. */
export const yearFirst: number = 2025;

/** A year's character, from 2025 on; after thirty years they begin again. */
export const yearCharacters: string = "FGHJKLMNPQRSTVW0123456789ABCDE";

/** A month's character, from January on. */
export const monthCharacters: string = "123456789ABC";

/** The two characters in a code that stand for an index. */
export const indexCodes: ReadonlyMap<string, string> = new Map([["VN30", "I1"]]);

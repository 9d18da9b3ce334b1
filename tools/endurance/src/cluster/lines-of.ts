import type { InstrumentRecord } from "@trading-oms/market";

/** Hands out records as a file would. */
export async function* linesOf(records: readonly InstrumentRecord[]) {
  for (const [index, record] of records.entries()) yield { line: index + 2, record };
}

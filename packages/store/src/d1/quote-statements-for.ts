import type { QuoteRecord } from "@trading-oms/brokerage/ports";
import { quoteStatements } from "../sqlite/quote-statements.ts";
import type { Statement } from "../sqlite/statement.ts";
import { insertRows } from "./insert-rows.ts";

/** What quotes are kept with; Workers hear none, so this is left out of them. */
export function quoteStatementsFor(records: readonly QuoteRecord[]): Statement[] {
  const { count, onConflict, version, rowOf } = quoteStatements;
  return [
    { sql: count, values: [] },
    ...insertRows("insert", "quote", records.map(rowOf), { onConflict, computed: { version } }),
  ];
}

import type { MarkRecord } from "@trading-oms/brokerage/ports";
import { originCodeOf } from "../origin-code-of.ts";
import { markStatements } from "../sqlite/mark-statements.ts";
import type { Statement } from "../sqlite/statement.ts";
import { insertRows } from "./insert-rows.ts";
import { numberFor } from "./run-statements.ts";

/** What last prices are kept with; Workers hear no prices, so this is left out of them. */
export function markStatementsFor(marks: readonly MarkRecord[]): Statement[] {
  const rows = marks.map((mark) => [mark.symbol, numberFor(mark.price), mark.atMs, originCodeOf(mark)]);
  const { count, onConflict, version } = markStatements;
  return [
    { sql: count, values: [] },
    ...insertRows("insert", "mark", rows, { onConflict, computed: { version } }),
  ];
}

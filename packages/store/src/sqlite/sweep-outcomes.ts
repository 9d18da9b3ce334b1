import type { OutcomeKey, Store } from "@trading-oms/brokerage/ports";
import { numberOf, type Row, textOf } from "../read-row.ts";
import { queries } from "./queries.ts";
import type { RowsStatement, SqlValue } from "./statement.ts";

/** What a sweep takes: ways to read and to write. */
export type SweepWorld = {
  readonly list: (sql: string, ...values: SqlValue[]) => Promise<readonly Row[]>;
  readonly run: (statements: readonly RowsStatement[]) => Promise<void>;
};

const sweepSql = `delete from outcome
  where (user_id, idempotency_key) > (?, ?) and (user_id, idempotency_key) <= (?, ?) and at < ?`;

/** Looks at outcomes without a lock, and writes only where some of them are to go. */
export async function sweepOutcomes(
  { list, run }: SweepWorld,
  { after, limit, beforeMs }: Parameters<Store["sweepOutcomes"]>[0],
): Promise<OutcomeKey | undefined> {
  const start = [after?.userId ?? "", after?.idempotencyKey ?? ""];
  const rows = await list(queries.outcomesAfter, ...start, limit);
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const key = { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
  if (rows.some((row) => numberOf(row, "at") < beforeMs)) {
    await run([{ sql: sweepSql, rows: [[...start, key.userId, key.idempotencyKey, beforeMs]] }]);
  }
  return rows.length < limit ? undefined : key;
}

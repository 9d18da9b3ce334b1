import { explainRestore } from "./explain-restore.ts";
import { inTransaction } from "./in-transaction.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { restoreGate } from "./restore-gate.ts";

const countText = `with gate as (select ${restoreGate.pass} as is_open)
  update change_counter set value = value + 1 from gate where name = 'holidays' and is_open`;

/**
 * Puts days in the place of those before. The counter is held until the end, so that of two who set some at once the
 * second removes what the first has set; in one statement it would not see that.
 */
export function setHolidays(client: PostgresqlClient, dates: readonly string[]): Promise<void> {
  return inTransaction(client, async (query) => {
    const { rowCount } = await query({ text: countText });
    if (rowCount === 0) throw explainRestore();
    await query({ text: "delete from holiday" });
    await query({
      text: "insert into holiday (date) select distinct unnest($1::text[])",
      values: [dates],
    });
  });
}

import type { RowsStatement } from "./statement.ts";

/** What puts days in the place of those before, for SQLite and D1. */
export function holidayStatements(dates: readonly string[]): RowsStatement[] {
  return [
    { sql: "delete from holiday", rows: [[]] },
    {
      sql: "insert into holiday (date) select value from json_each(?) where true on conflict do nothing",
      rows: [[JSON.stringify(dates)]],
    },
    { sql: "update change_counter set value = value + 1 where name = 'holidays'", rows: [[]] },
  ];
}

/** What last prices are set with, for SQLite and D1. */
export const markStatements = {
  /** A mark gives way to one that is not older. */
  onConflict:
    "on conflict (symbol) do update set price = excluded.price, at = excluded.at where excluded.at >= mark.at",
  count: "update change_counter set value = value + 1 where name = 'marks'",
} as const;

import { playedCode } from "../origin-code-of.ts";

/** What last prices are set with, for SQLite and D1; the counter is raised first, since marks are kept with its value. */
export const markStatements: Readonly<Record<"count" | "version" | "onConflict", string>> = {
  count: "update change_counter set value = value + 1 where name = 'marks'",
  version: "(select change_counter.value from change_counter where change_counter.name = 'marks')",
  /**
   * A mark gives way to one that is not older; one from more than a minute ahead also to one set by hand, and one that was
   * only played to any that was not.
   */
  onConflict: `on conflict (symbol) do update set price = excluded.price, at = excluded.at,
    is_by_hand = excluded.is_by_hand, version = excluded.version
    where excluded.at >= mark.at or (excluded.is_by_hand = 1 and mark.at > excluded.at + 60000)
      or (mark.is_by_hand = ${playedCode} and excluded.is_by_hand <> ${playedCode})`,
};

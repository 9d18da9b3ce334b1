import type { MarkedRead } from "@trading-oms/brokerage/ports";
import { numberOf, type Row } from "./read-row.ts";

/** How many ids a user has for notifications; the rest of an id is the user's number. */
export const notificationsOfUser = 4_194_304;

/** What marking these ids as read comes to, by the rows that are there of them. */
export function markedRead(ids: readonly number[], rows: readonly Row[]): MarkedRead {
  const known = new Set(rows.map((row) => numberOf(row, "id")));
  const unknownIds = ids.filter((id) => !known.has(id));
  const unread = rows.filter((row) => numberOf(row, "is_read") === 0);
  return { count: unknownIds.length > 0 ? 0 : unread.length, unknownIds };
}

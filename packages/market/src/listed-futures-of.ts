import type { CalendarDate, Holidays } from "./calendar-date.ts";
import { expirationDateOf } from "./expiration-date-of.ts";
import type { IndexFuture } from "./index-future.ts";

/**
 * Lists the four futures on an index that can be traded on a day: the two next months, then the last months of the
 * two next quarters. A contract is among them on the day it expires.
 */
export function listedFuturesOf(
  underlyingSymbolCode: string,
  date: CalendarDate,
  holidays: Holidays,
): readonly [IndexFuture, IndexFuture, IndexFuture, IndexFuture] {
  const [year = 0, month = 0] = date.split("-").map(Number);
  const future = (months: number): IndexFuture => ({
    underlyingSymbolCode,
    year: year + Math.floor((month - 1 + months) / 12),
    month: ((month - 1 + months) % 12) + 1,
  });
  const next = date <= expirationDateOf(future(0), holidays) ? 0 : 1;
  const afterBoth = next + 2;
  const quarter = afterBoth + ((12 - future(afterBoth).month) % 3);
  return [future(next), future(next + 1), future(quarter), future(quarter + 3)];
}

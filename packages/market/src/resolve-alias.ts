import type { CalendarDate, Holidays } from "./calendar-date.ts";
import { type IndexFuture, indexCodes } from "./index-future.ts";
import { listedFuturesOf } from "./listed-futures-of.ts";
import { makeIndexFutureCode } from "./make-index-future-code.ts";

const places = ["1M", "2M", "1Q", "2Q"];

/**
 * Gives the code of the contract that an alias such as `VN30F1M` stands for on a day. It moves on the day after an
 * expiration, so that positions are kept under the code and never under the alias.
 */
export function resolveAlias(alias: string, date: CalendarDate, holidays: Holidays): string | undefined {
  const [, underlyingSymbolCode = "", place = ""] = /^(.+)F([12][MQ])$/.exec(alias) ?? [];
  if (!indexCodes.has(underlyingSymbolCode)) return undefined;
  const future = listedFuturesOf(underlyingSymbolCode, date, holidays)[places.indexOf(place)];
  return future && makeIndexFutureCode(future);
}

/** Gives the code under which rates are set for all futures on one index, such as `VN30F`. */
export function productCodeOf({ underlyingSymbolCode }: IndexFuture): string {
  return `${underlyingSymbolCode}F`;
}

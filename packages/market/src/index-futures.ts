import {
  addDays,
  type CalendarDate,
  type Holidays,
  isTradingDay,
  tradingDayBefore,
  weekdayOf,
} from "./calendar.ts";

/** A contract on an index: what it stands on, and the month in which it ends. */
export type IndexFuture = {
  readonly underlyingSymbolCode: string;
  readonly year: number;
  /** From 1 for January to 12. */
  readonly month: number;
};

/** The VND that one point of an index future is worth. */
export const indexFutureContractSize: bigint = 100_000n;

/** The year that the first letter of the codes' present cycle stands for; the codes came in May 2025. */
const yearFirst: number = 2025;

/** A year's character, from 2025 on; after thirty years they begin again. */
const yearCharacters: string = "FGHJKLMNPQRSTVW0123456789ABCDE";

/** A month's character, from January on. */
const monthCharacters: string = "123456789ABC";

/** The two characters in a code that stand for an index. */
const indexCodes: ReadonlyMap<string, string> = new Map([["VN30", "I1"]]);

const thursday = 4;

/** Gives the last trading day of an index future: the third Thursday of its month, or the trading day before. */
export function expirationDateOf(future: IndexFuture, holidays: Holidays): CalendarDate {
  const date = thirdThursdayOf(future);
  return isTradingDay(date, holidays) ? date : tradingDayBefore(date, holidays);
}

/** Gives the day on which an index future ends if nothing is in its way. */
export function thirdThursdayOf({ year, month }: Pick<IndexFuture, "year" | "month">): CalendarDate {
  const first = `${year}-${`${month}`.padStart(2, "0")}-01`;
  return addDays(first, ((thursday - weekdayOf(first) + 7) % 7) + 14);
}

/** Writes the code of an index future; there is none for an index without futures, or out of the codes' years. */
export function makeIndexFutureCode({ underlyingSymbolCode, year, month }: IndexFuture): string {
  const indexCode = indexCodes.get(underlyingSymbolCode);
  const yearCharacter = yearCharacters[year - yearFirst];
  const monthCharacter = monthCharacters[month - 1];
  if (indexCode === undefined || yearCharacter === undefined || monthCharacter === undefined) {
    throw new RangeError(`There is no code for a future on ${underlyingSymbolCode} of ${year}-${month}.`);
  }
  return `41${indexCode}${yearCharacter}${monthCharacter}000`;
}

/**
 * Reads the code of an index future, such as `41I1F4000`: group 4, 1 for a future, I1 for VN30, F for 2025, 4 for
 * April. A year's character returns after thirty years, so that it is read as one from 2025 to 2054.
 */
export function parseIndexFutureCode(code: string): IndexFuture | undefined {
  const matched = /^41(..)(.)(.)000$/.exec(code);
  // Nearly every symbol is another's, and each cover asks.
  if (matched === null) return undefined;
  const [, indexCode, yearCharacter = "", monthCharacter = ""] = matched;
  const [underlyingSymbolCode] = [...indexCodes].find(([, each]) => each === indexCode) ?? [];
  const yearOffset = yearCharacters.indexOf(yearCharacter);
  const monthOffset = monthCharacters.indexOf(monthCharacter);
  if (underlyingSymbolCode === undefined || yearOffset < 0 || monthOffset < 0) return undefined;
  return { underlyingSymbolCode, year: yearFirst + yearOffset, month: monthOffset + 1 };
}

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

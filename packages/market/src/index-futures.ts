import {
  addDays,
  type CalendarDate,
  type Holidays,
  isTradingDay,
  tradingDayBefore,
  weekdayOf,
} from "./calendar.ts";
import type { Instrument } from "./instrument.ts";

/** An index future: its underlying index and its expiration month. */
export type IndexFuture = {
  readonly underlyingSymbolCode: string;
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
};

/** The value of one index point of a contract in VND. */
export const indexFutureContractSize: bigint = 100_000n;

/** The year of the first letter in the code cycle. The codes were introduced in May 2025. */
const yearFirst: number = 2025;

/** The year characters from 2025 on. The cycle repeats after thirty years. */
const yearCharacters: string = "FGHJKLMNPQRSTVW0123456789ABCDE";

/** The month characters, from January on. */
const monthCharacters: string = "123456789ABC";

/** The two characters of an index in a code. */
const indexCodes: ReadonlyMap<string, string> = new Map([["VN30", "I1"]]);

const thursday = 4;

/** The last trading day of an index future: the third Thursday of its month, or the trading day before it. */
export function expirationDateOf(future: IndexFuture, holidays: Holidays): CalendarDate {
  const date = thirdThursdayOf(future);
  return isTradingDay(date, holidays) ? date : tradingDayBefore(date, holidays);
}

/** The expiration date of an index future if no holiday moves it. */
export function thirdThursdayOf({ year, month }: Pick<IndexFuture, "year" | "month">): CalendarDate {
  const first = `${year}-${`${month}`.padStart(2, "0")}-01`;
  return addDays(first, ((thursday - weekdayOf(first) + 7) % 7) + 14);
}

/** Formats the code of an index future. Throws for an index without futures, and for a year outside the code cycle. */
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
 * Parses the code of an index future such as `41I1F4000`: group 4, 1 for a future, I1 for VN30, F for 2025, 4 for April. Year
 * characters repeat after thirty years, and are read as 2025 to 2054.
 */
export function parseIndexFutureCode(code: string): IndexFuture | undefined {
  const matched = /^41(..)(.)(.)000$/.exec(code);
  // A fast path: every decision about a cover calls this, and few symbols are index futures.
  if (matched === null) return undefined;
  const [, indexCode, yearCharacter = "", monthCharacter = ""] = matched;
  const [underlyingSymbolCode] = [...indexCodes].find(([, each]) => each === indexCode) ?? [];
  const yearOffset = yearCharacters.indexOf(yearCharacter);
  const monthOffset = monthCharacters.indexOf(monthCharacter);
  if (underlyingSymbolCode === undefined || yearOffset < 0 || monthOffset < 0) return undefined;
  return { underlyingSymbolCode, year: yearFirst + yearOffset, month: monthOffset + 1 };
}

/**
 * The four futures on an index that are listed on a day: the next two months, then the last months of the next two quarters. A
 * contract is listed on the day it expires.
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

const aliasSuffixes = ["1M", "2M", "1Q", "2Q"];

/**
 * The code of the contract that an alias such as `VN30F1M` refers to on a day. It changes on the day after an expiration, so
 * positions are stored under the code and never under the alias.
 */
export function resolveAlias(alias: string, date: CalendarDate, holidays: Holidays): string | undefined {
  const [, underlyingSymbolCode = "", suffix = ""] = /^(.+)F([12][MQ])$/.exec(alias) ?? [];
  if (!indexCodes.has(underlyingSymbolCode)) return undefined;
  const future = listedFuturesOf(underlyingSymbolCode, date, holidays)[aliasSuffixes.indexOf(suffix)];
  return future && makeIndexFutureCode(future);
}

/** The aliases of a day by the codes of the contracts that they refer to. A year without codes has none. */
export function listIndexFutureAliases(date: CalendarDate, holidays: Holidays): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const underlyingSymbolCode of indexCodes.keys()) {
    for (const [place, future] of listedFuturesOf(underlyingSymbolCode, date, holidays).entries()) {
      if (yearCharacters[future.year - yearFirst] === undefined) continue;
      aliases.set(makeIndexFutureCode(future), `${productCodeOf(future)}${aliasSuffixes[place]}`);
    }
  }
  return aliases;
}

/** The product code, such as `VN30F`, under which rates are set for all futures on one index. */
export function productCodeOf({ underlyingSymbolCode }: IndexFuture): string {
  return `${underlyingSymbolCode}F`;
}

/** The shares of the VN30 index, used if the catalog lists them. */
const sharesOfVn30 = new Set(
  "ACB BCM BID BVH CTG FPT GAS GVR HDB HPG LPB MBB MSN MWG PLX SAB SHB SSB SSI STB TCB TPB VCB VHM VIB VIC VJC VNM VPB VRE".split(
    " ",
  ),
);

/** An index of fewer shares would depend on a few prices. */
const sharesMin = 10;

/** Chooses the shares that index futures follow: those of VN30, or else the first thirty on HOSE. */
export function chooseIndexShares(
  instruments: readonly Pick<Instrument, "symbol" | "exchange" | "type">[],
): readonly string[] {
  const shares = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  const symbols = shares.map(({ symbol }) => symbol);
  const ofVn30 = symbols.filter((symbol) => sharesOfVn30.has(symbol));
  return ofVn30.length >= sharesMin ? ofVn30 : symbols.slice(0, 30);
}

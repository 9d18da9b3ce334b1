import {
  addDays,
  type CalendarDate,
  type Holidays,
  isTradingDay,
  tradingDayBefore,
  weekdayOf,
} from "./calendar.ts";
import type { Instrument } from "./instrument.ts";
import { findProduct, type Product, productOf, products } from "./products.ts";

/** A contract of a product: its expiration month. */
export type Future = {
  readonly product: Product;
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
};

/** The year of the first letter in the code cycle. The codes were introduced in May 2025. */
const yearFirst: number = 2025;

/** The year characters from 2025 on. The cycle repeats after thirty years. */
const yearCharacters: string = "FGHJKLMNPQRSTVW0123456789ABCDE";

/** The month characters, from January on. */
const monthCharacters: string = "123456789ABC";

const thursday = 4;

/** The last trading day of a contract by the rule of its product, or the trading day before that day. */
export function expirationDateOf(future: Future, holidays: Holidays): CalendarDate {
  const date = nominalDateOf(future);
  return isTradingDay(date, holidays) ? date : tradingDayBefore(date, holidays);
}

/** The expiration date of a contract if neither a weekend nor a holiday moves it. */
function nominalDateOf({ product, year, month }: Future): CalendarDate {
  const yearAndMonth = `${year}-${`${month}`.padStart(2, "0")}`;
  if (product.expiration === "fifteenth") return `${yearAndMonth}-15`;
  const first = `${yearAndMonth}-01`;
  return addDays(first, ((thursday - weekdayOf(first) + 7) % 7) + 14);
}

/** The last results by holidays: a list of calls asks for every position, and contracts are few. */
const datesByHolidays = new WeakMap<Holidays, Map<string, CalendarDate>>();

/** The last trading day of the contract with this code. Undefined for anything else. */
export function findExpirationDate(symbol: string, holidays: Holidays): CalendarDate | undefined {
  if (productOf(symbol) === undefined) return undefined;
  const dates = datesByHolidays.get(holidays) ?? new Map<string, CalendarDate>();
  const known = dates.get(symbol);
  if (known !== undefined) return known;
  const future = parseFutureCode(symbol);
  if (future === undefined) return undefined;
  const date = expirationDateOf(future, holidays);
  datesByHolidays.set(holidays, dates.set(symbol, date));
  return date;
}

/** Formats the code of a contract. Throws for a year outside the code cycle. */
export function makeFutureCode({ product, year, month }: Future): string {
  const yearCharacter = yearCharacters[year - yearFirst];
  const monthCharacter = monthCharacters[month - 1];
  if (yearCharacter === undefined || monthCharacter === undefined) {
    throw new RangeError(`There is no code for a contract of ${product.code} of ${year}-${month}.`);
  }
  return `41${product.codePart}${yearCharacter}${monthCharacter}000`;
}

/**
 * Parses the code of a contract such as `41I1F4000`: group 4, 1 for a future, I1 for VN30, F for 2025, 4 for April. Year
 * characters repeat after thirty years, and are read as 2025 to 2054.
 */
export function parseFutureCode(code: string): Future | undefined {
  const product = productOf(code);
  // A fast path: every decision about a cover calls this, and few symbols are futures.
  if (product === undefined) return undefined;
  const [, yearCharacter = "", monthCharacter = ""] = /^.{4}(.)(.)000$/.exec(code) ?? [];
  const yearOffset = yearCharacters.indexOf(yearCharacter);
  const monthOffset = monthCharacters.indexOf(monthCharacter);
  if (yearCharacter === "" || yearOffset < 0 || monthOffset < 0) return undefined;
  return { product, year: yearFirst + yearOffset, month: monthOffset + 1 };
}

/**
 * The contracts of a product that are listed on a day, in the order of its aliases: its nearest months, then the last months of
 * the nearest quarters after them. A contract is listed on the day it expires.
 */
export function listedFuturesOf(productCode: string, date: CalendarDate, holidays: Holidays): Future[] {
  const product = findProduct(productCode);
  if (product === undefined) throw new RangeError(`There is no product ${productCode}.`);
  const [year = 0, month = 0] = date.split("-").map(Number);
  const futureIn = (months: number): Future => ({
    product,
    year: year + Math.floor((month - 1 + months) / 12),
    month: ((month - 1 + months) % 12) + 1,
  });
  let months = date <= expirationDateOf(futureIn(0), holidays) ? 0 : 1;
  return product.aliasEnds.map((end) => {
    if (end.endsWith("Q")) while (futureIn(months).month % 3 !== 0) months += 1;
    months += 1;
    return futureIn(months - 1);
  });
}

/**
 * The code of the contract that an alias such as `VN30F1M` refers to on a day. It changes on the day after an expiration, so
 * positions are stored under the code and never under the alias.
 */
export function resolveAlias(alias: string, date: CalendarDate, holidays: Holidays): string | undefined {
  const product = findProduct(alias.slice(0, -2));
  const place = product?.aliasEnds.findIndex((end) => alias.endsWith(end)) ?? -1;
  const future = product && listedFuturesOf(product.code, date, holidays)[place];
  return future && makeFutureCode(future);
}

/** The aliases of a day by the codes of the contracts that they refer to. A year without codes has none. */
export function listFutureAliases(date: CalendarDate, holidays: Holidays): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const { code, aliasEnds } of products) {
    for (const [place, future] of listedFuturesOf(code, date, holidays).entries()) {
      if (yearCharacters[future.year - yearFirst] === undefined) continue;
      aliases.set(makeFutureCode(future), `${code}${aliasEnds[place]}`);
    }
  }
  return aliases;
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

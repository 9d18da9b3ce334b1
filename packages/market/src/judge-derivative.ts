import { isCalendarDate, weekdayOf } from "./calendar-date.ts";
import { thirdThursdayOf } from "./expiration-date-of.ts";
import { indexFutureContractSize } from "./index-future.ts";
import type { Instrument } from "./instrument.ts";
import { parseIndexFutureCode } from "./parse-index-future-code.ts";

/** Judges the fields that only derivatives have, and that all others leave empty. */
export function judgeDerivative(instrument: Instrument): string[] {
  switch (instrument.type) {
    case "future":
      return judgeFuture(instrument);
    case "warrant":
      return judgeWarrant(instrument);
    default:
      return judgeAbsence(instrument, ["underlyingSymbolCode", "expirationDate", "contractSize"]);
  }
}

function judgeFuture(instrument: Instrument): string[] {
  const { symbol, underlyingSymbolCode, expirationDate, contractSize } = instrument;
  const faults: string[] = [];
  const future = parseIndexFutureCode(symbol);
  if (future === undefined) {
    faults.push(
      `symbol "${symbol}" is no code of an index future: write one such as 41I1F4000, not its alias.`,
    );
  } else if (underlyingSymbolCode !== future.underlyingSymbolCode) {
    const underlying = future.underlyingSymbolCode;
    faults.push(`underlyingSymbolCode is ${told(underlyingSymbolCode)}: for ${symbol} write ${underlying}.`);
  }
  if (contractSize !== indexFutureContractSize) {
    faults.push(`contractSize is ${told(contractSize)}: write ${indexFutureContractSize}.`);
  }
  if (expirationDate === undefined || !isCalendarDate(expirationDate)) {
    faults.push(`expirationDate is ${told(expirationDate)}: write the last trading date as yyyy-MM-dd.`);
  } else if (future !== undefined) {
    faults.push(...judgeExpiration(symbol, expirationDate, thirdThursdayOf(future)));
  }
  return faults;
}

/** Which holidays there are is not asked: they may bring a date forward, never out of its month or past its day. */
function judgeExpiration(symbol: string, date: string, thirdThursday: string): string[] {
  const isInMonth = date.slice(0, 7) === thirdThursday.slice(0, 7);
  const isWeekend = weekdayOf(date) === 0 || weekdayOf(date) === 6;
  if (isInMonth && date <= thirdThursday && !isWeekend) return [];
  return [
    `expirationDate is ${date}: ${symbol} expires on ${thirdThursday}, or on the trading day before a holiday.`,
  ];
}

function judgeWarrant(instrument: Instrument): string[] {
  const { underlyingSymbolCode, expirationDate } = instrument;
  const faults = judgeAbsence(instrument, ["contractSize"]);
  if (underlyingSymbolCode === undefined) {
    faults.push("underlyingSymbolCode is missing: write the symbol that the warrant stands on.");
  }
  if (expirationDate !== undefined && !isCalendarDate(expirationDate)) {
    faults.push(`expirationDate is ${told(expirationDate)}: write the last trading date as yyyy-MM-dd.`);
  }
  return faults;
}

function judgeAbsence(
  instrument: Instrument,
  fields: readonly Exclude<keyof Instrument, "aliases">[],
): string[] {
  return fields
    .filter((field) => instrument[field] !== undefined)
    .map((field) => `${field} is ${told(instrument[field])}: leave it empty for a ${instrument.type}.`);
}

function told(value: string | bigint | undefined): string {
  return value === undefined ? "missing" : `${value}`;
}

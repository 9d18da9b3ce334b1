import { isCalendarDate, weekdayOf } from "./calendar.ts";
import { expirationDateOf, type Future, parseFutureCode } from "./futures.ts";
import {
  type Exchange,
  type Instrument,
  type InstrumentRecord,
  lotOf,
  typesByExchange,
} from "./instrument.ts";
import { renderPrice } from "./price.ts";
import { isOnStep, priceStepOf } from "./price-rules.ts";
import { productOf, products } from "./products.ts";

/** The instrument, or one sentence per fault that names the field and its correction. */
export type InstrumentJudgement =
  | { readonly kind: "accepted"; readonly instrument: Instrument }
  | { readonly kind: "refused"; readonly faults: readonly string[] };

/** The largest integer that every store represents exactly. */
const integerMax = 9_007_199_254_740_991n;

/** Validates a row of a catalog by the rules of its exchange, and reports all faults at once. */
export function checkInstrument(record: InstrumentRecord): InstrumentJudgement {
  const faults = [...evaluateTexts(record), ...checkListing(record)];
  // The other rules depend on a valid exchange and type, and those of a future on its product.
  if (isListed(record)) {
    const isOfProduct = record.type !== "future" || parseFutureCode(record.symbol) !== undefined;
    if (isOfProduct) faults.push(...checkPrice(record));
    faults.push(...checkQuantities(record), ...checkDerivative(record));
    if (faults.length === 0) return { kind: "accepted", instrument: record };
  }
  return { kind: "refused", faults };
}

function isListed(record: InstrumentRecord): record is Instrument {
  return checkListing(record).length === 0;
}

function checkListing({ exchange, type }: InstrumentRecord): string[] {
  if (!isExchange(exchange)) {
    return [`exchange is "${exchange}": write ${Object.keys(typesByExchange).join(", ")}.`];
  }
  const types: readonly string[] = typesByExchange[exchange];
  return types.includes(type) ? [] : [`type is "${type}": on ${exchange} write ${types.join(", ")}.`];
}

function isExchange(exchange: string): exchange is Exchange {
  return Object.hasOwn(typesByExchange, exchange);
}

function checkPrice(instrument: Instrument): string[] {
  const { referencePrice } = instrument;
  if (referencePrice <= 0n || referencePrice > integerMax) {
    return [`referencePrice is out of range: write a price above 0, up to ${renderPrice(integerMax)}.`];
  }
  if (isOnStep(instrument, referencePrice)) return [];
  const step = priceStepOf(instrument, referencePrice);
  const below = referencePrice - (referencePrice % step);
  const nearest = below === 0n ? renderPrice(step) : `${renderPrice(below)} or ${renderPrice(below + step)}`;
  return [
    `referencePrice ${renderPrice(referencePrice)} is off its step of ${renderPrice(step)}: write ${nearest}.`,
  ];
}

function checkQuantities({ symbol, exchange, lot, minQuantity, maxQuantity }: Instrument): string[] {
  const faults: string[] = [];
  const lotOfExchange = lotOf(exchange);
  const quantityMax = productOf(symbol)?.quantityMax ?? integerMax;
  if (lot !== lotOfExchange) faults.push(`lot is ${lot}: on ${exchange} write ${lotOfExchange}.`);
  if (minQuantity < 1n) faults.push(`minQuantity is ${minQuantity}: write 1 or more.`);
  if (maxQuantity > quantityMax) {
    faults.push(`maxQuantity is ${maxQuantity}: on ${exchange} write ${quantityMax} or less.`);
  }
  if (maxQuantity < minQuantity) {
    faults.push(`maxQuantity ${maxQuantity} is below minQuantity ${minQuantity}: write as much or more.`);
  }
  return faults;
}

/** Validates the fields that only derivatives have. Other types leave them empty. */
function checkDerivative(instrument: Instrument): string[] {
  switch (instrument.type) {
    case "future":
      return checkFuture(instrument);
    case "warrant":
      return checkWarrant(instrument);
    default:
      return checkAbsence(instrument, ["underlyingSymbolCode", "expirationDate", "contractSize"]);
  }
}

function checkFuture(instrument: Instrument): string[] {
  const { symbol, underlyingSymbolCode, expirationDate, contractSize } = instrument;
  const future = parseFutureCode(symbol);
  if (future === undefined) {
    const beginnings = products.map(({ codePart }) => `41${codePart}`).join(", ");
    return [
      `symbol "${symbol}" is not the code of a future: write one such as 41I1F4000, not its alias. Codes begin with ${beginnings}.`,
    ];
  }
  const { product } = future;
  const faults: string[] = [];
  // The market has no code of its own for the notional bond under a bond future.
  if (product.priceUnit === "point" && underlyingSymbolCode !== product.underlyingSymbolCode) {
    const underlying = product.underlyingSymbolCode;
    faults.push(
      `underlyingSymbolCode is ${display(underlyingSymbolCode)}: for ${symbol} write ${underlying}.`,
    );
  }
  if (contractSize !== product.contractSize) {
    faults.push(`contractSize is ${display(contractSize)}: for ${symbol} write ${product.contractSize}.`);
  }
  if (expirationDate === undefined || !isCalendarDate(expirationDate)) {
    faults.push(`expirationDate is ${display(expirationDate)}: write the last trading date as yyyy-MM-dd.`);
  } else {
    faults.push(...checkExpiration(symbol, expirationDate, future));
  }
  return faults;
}

/** Accepts any earlier weekday of the month, because the holidays are not known here; they never move a date later. */
function checkExpiration(symbol: string, date: string, future: Future): string[] {
  const dateMax = expirationDateOf(future, new Set());
  const isInMonth = date.slice(0, 7) === dateMax.slice(0, 7);
  const isWeekend = weekdayOf(date) === 0 || weekdayOf(date) === 6;
  if (isInMonth && date <= dateMax && !isWeekend) return [];
  return [
    `expirationDate is ${date}: ${symbol} expires on ${dateMax}, or on the trading day before a holiday.`,
  ];
}

function checkWarrant(instrument: Instrument): string[] {
  const { underlyingSymbolCode, expirationDate } = instrument;
  const faults = checkAbsence(instrument, ["contractSize"]);
  if (underlyingSymbolCode === undefined) {
    faults.push("underlyingSymbolCode is missing: write the symbol of the warrant's underlying.");
  }
  if (expirationDate !== undefined && !isCalendarDate(expirationDate)) {
    faults.push(`expirationDate is ${display(expirationDate)}: write the last trading date as yyyy-MM-dd.`);
  }
  return faults;
}

function checkAbsence(
  instrument: Instrument,
  fields: readonly Exclude<keyof Instrument, "aliases" | "keywords">[],
): string[] {
  return fields
    .filter((field) => instrument[field] !== undefined)
    .map((field) => `${field} is ${display(instrument[field])}: leave it empty for a ${instrument.type}.`);
}

function display(value: string | bigint | undefined): string {
  return value === undefined ? "missing" : `${value}`;
}

const symbolCharacters = /^[A-Za-z0-9._-]{1,32}$/;
const charactersMax = 200;
const listedMax = 20;
const symbolFields = ["symbol", "tickerCode", "underlyingSymbolCode"] as const;
const namesNeeded = ["name", "companyName"] as const;
const namesOptional = ["sectorLevel1", "sectorLevel2", "sectorLevel3", "industryName", "logoId"] as const;

/** Validates the strings of a row: symbols have to fit into a URL path, and names have to be displayable. */
function evaluateTexts(record: InstrumentRecord): string[] {
  const symbols = symbolFields.filter((field) => !symbolCharacters.test(record[field] ?? "-"));
  const names = namesNeeded.filter((field) => !isShown(record[field]));
  const others = namesOptional.filter((field) => !isShown(record[field] ?? "-"));
  return [
    ...symbols.map((field) => `${field} is ${quote(record[field])}: write 1 to 32 of A–Z a–z 0–9 . _ -.`),
    ...names.map((field) => `${field} is ${quote(record[field])}: write 1 to ${charactersMax} ${visible}.`),
    ...others.map(
      (field) =>
        `${field} is ${quote(record[field])}: write 1 to ${charactersMax} ${visible}, or leave it out.`,
    ),
    ...checkList("aliases", "an alias", record.aliases ?? []),
    ...checkList("keywords", "a keyword", record.keywords ?? []),
  ];
}

function checkList(field: string, one: string, texts: readonly string[]): string[] {
  if (texts.length > listedMax) return [`${field} are ${texts.length}: write ${listedMax} at most.`];
  return texts
    .filter((text) => !isShown(text))
    .map((text) => `${one} is ${quote(text)}: write 1 to ${charactersMax} ${visible}, or leave it out.`);
}

const visible = "characters, none of them a control character, no space at either end";

function isShown(text: string): boolean {
  const characterCount = [...text].length;
  const isWhole = text.isWellFormed() && text.trim() === text && !/\p{Cc}/u.test(text);
  return isWhole && characterCount >= 1 && characterCount <= charactersMax;
}

/** Quotes at most 40 characters of a string, with invisible ones escaped. */
function quote(text: string | undefined): string {
  const shown = (text ?? "").toWellFormed();
  return JSON.stringify(shown.length > 40 ? `${[...shown].slice(0, 40).join("")}…` : shown);
}

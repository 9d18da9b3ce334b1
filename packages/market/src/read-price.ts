/** Reads prices and whole numbers as people type them. */
import { type Price, parsePrice } from "./price.ts";
import { findProduct, type Product, productOf } from "./products.ts";

/** Digits, or groups of three with the same separator between them. */
const wholePattern = "([1-9][0-9]{0,2}(?:([.,_ ])[0-9]{3})(?:\\2[0-9]{3})*|[0-9]+)";
const wholeOnly = new RegExp(`^${wholePattern}$`);
const withOneDecimal = new RegExp(`^${wholePattern}(?:([.,])([0-9]))?$`);
const withTwoDecimals = new RegExp(`^${wholePattern}(?:([.,])([0-9]{1,2}))?$`);

/** Reads a whole number of 0 or above: `25000`, `25.000`, `25,000`, `25_000` or `25 000`. Undefined for anything else. */
export function readWhole(typed: string): bigint | undefined {
  return readDigits(typed, wholeOnly)?.whole;
}

/**
 * Reads a price of a symbol: whole VND as `readWhole` does, or points of an index, where three digits after a separator are a
 * group, and one digit after a point or comma is the decimal: `1461.5`, `1.461,5`. Undefined for anything else.
 */
export function readPrice(symbol: string, typed: string): Price | undefined {
  return priceOf(readDigits(typed, priceUnitOf(symbol) === "point" ? withOneDecimal : wholeOnly));
}

/** Reads the price at which a contract is settled. It comes from the index itself, which has two decimals. */
export function readSettlementPrice(symbol: string, typed: string): Price | undefined {
  return priceOf(readDigits(typed, priceUnitOf(symbol) === "point" ? withTwoDecimals : wholeOnly));
}

/** What prices of a symbol are: of a contract, an alias or a product by its table, of anything else VND. */
export function priceUnitOf(symbol: string): Product["priceUnit"] {
  const product = productOf(symbol) ?? findProduct(symbol) ?? findProduct(symbol.slice(0, -2));
  return product?.priceUnit ?? "vnd";
}

type Digits = { readonly whole: bigint; readonly decimals: string };

function readDigits(typed: string, pattern: RegExp): Digits | undefined {
  const text = typed.trim().replaceAll(/\p{Zs}/gu, " ");
  const [, digits, separator, point, decimals = ""] = pattern.exec(text) ?? [];
  // A point is either between groups or before the decimals.
  if (digits === undefined || (point !== undefined && point === separator)) return undefined;
  return { whole: BigInt(digits.replaceAll(/[^0-9]/g, "")), decimals };
}

function priceOf(digits: Digits | undefined): Price | undefined {
  if (digits === undefined) return undefined;
  return parsePrice(`${digits.whole}${digits.decimals === "" ? "" : `.${digits.decimals}`}`);
}

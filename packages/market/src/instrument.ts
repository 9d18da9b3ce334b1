import type { CalendarDate } from "./calendar.ts";
import { onePrice, type Price } from "./price.ts";

/** The market of an instrument. Futures have a separate one. */
export type Exchange = "HOSE" | "HNX" | "UPCOM" | "DERIVATIVES";

/** The type of an instrument, as far as rules depend on it. */
export type InstrumentType = "stock" | "etf" | "warrant" | "future";

/** The types that each exchange trades. Any other pair is invalid. */
export const typesByExchange: Readonly<Record<Exchange, readonly InstrumentType[]>> = {
  HOSE: ["stock", "etf", "warrant"],
  HNX: ["stock", "etf"],
  UPCOM: ["stock"],
  DERIVATIVES: ["future"],
};

/** The properties that most market rules depend on: of a future also its code, which tells its product. */
export type Listing =
  | { readonly exchange: Exclude<Exchange, "DERIVATIVES">; readonly type: InstrumentType }
  | { readonly exchange: "DERIVATIVES"; readonly type: InstrumentType; readonly symbol: string };

/** An instrument of the catalog. Sessions do not change it. */
export type Instrument = {
  readonly exchange: Exchange;
  readonly type: InstrumentType;
} & InstrumentDetails;

/** A row of a catalog before it is validated. */
export type InstrumentRecord = { readonly exchange: string; readonly type: string } & InstrumentDetails;

type InstrumentDetails = {
  readonly symbol: string;
  /** The short name. */
  readonly name: string;
  readonly companyName: string;
  /** Other names, which are searched but not displayed. */
  readonly aliases?: readonly string[] | undefined;
  /** Words that people write beside the name, such as those of the industry. They are not displayed. */
  readonly keywords?: readonly string[] | undefined;
  readonly sectorLevel1?: string | undefined;
  readonly sectorLevel2?: string | undefined;
  readonly sectorLevel3?: string | undefined;
  readonly industryName?: string | undefined;
  readonly logoId?: string | undefined;
  readonly tickerCode?: string | undefined;
  readonly referencePrice: Price;
  readonly lot: bigint;
  /** The smallest order. */
  readonly minQuantity: bigint;
  /** The largest order. */
  readonly maxQuantity: bigint;
  /** The underlying of a future or a warrant. Other types have none. */
  readonly underlyingSymbolCode?: string | undefined;
  /** The last trading date of a future or a warrant. */
  readonly expirationDate?: CalendarDate | undefined;
  /** The value of a price of 1 of one future contract in VND. */
  readonly contractSize?: bigint | undefined;
};

/** The exchange's code of a product group. Rates may be set for a whole group. */
export type ProductGroup = "STO" | "STX" | "UPX" | "DVX";

const productGroups: Readonly<Record<Exchange, ProductGroup>> = {
  HOSE: "STO",
  HNX: "STX",
  UPCOM: "UPX",
  DERIVATIVES: "DVX",
};

/** The product group of an exchange. Its rates apply to instruments for which none are set. */
export function productGroupOf(exchange: Exchange): ProductGroup {
  return productGroups[exchange];
}

/** The lot size in shares or contracts. */
export function lotOf(exchange: Exchange): bigint {
  return exchange === "DERIVATIVES" ? 1n : 100n;
}

/**
 * Converts a price to the value of one share or contract in whole VND, which the margin functions take. A price on its step always
 * converts exactly. Any other price throws instead of being rounded.
 */
export function unitVndOf({ contractSize = 1n }: Pick<Instrument, "contractSize">, price: Price): bigint {
  const worth = price * contractSize;
  if (worth <= 0n || worth % onePrice !== 0n) {
    throw new RangeError(`A price of ${price} thousandths is not a whole number of VND above 0 per unit.`);
  }
  return worth / onePrice;
}

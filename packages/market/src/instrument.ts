import type { CalendarDate } from "./calendar.ts";
import { onePrice, type Price } from "./price.ts";

/** Where an instrument is traded; index futures have a market of their own. */
export type Exchange = "HOSE" | "HNX" | "UPCOM" | "DERIVATIVES";

/** What an instrument is, as far as a rule asks. */
export type InstrumentType = "stock" | "etf" | "warrant" | "future";

/** What is traded where: an instrument of another pair is none. */
export const typesTraded: Readonly<Record<Exchange, readonly InstrumentType[]>> = {
  HOSE: ["stock", "etf", "warrant"],
  HNX: ["stock", "etf"],
  UPCOM: ["stock"],
  DERIVATIVES: ["future"],
};

/** The two things that most rules of the market ask of an instrument. */
export type Listing = { readonly exchange: Exchange; readonly type: InstrumentType };

/** What the catalog holds of an instrument, and no session changes. */
export type Instrument = Listing & InstrumentDetails;

/** A row of a catalog as somebody wrote it, before it is known to be an instrument. */
export type InstrumentRecord = { readonly exchange: string; readonly type: string } & InstrumentDetails;

/** What is known of an instrument besides its listing. */
type InstrumentDetails = {
  readonly symbol: string;
  /** The short name. */
  readonly name: string;
  readonly companyName: string;
  /** Other names, by which it is found and which are not shown. */
  readonly aliases?: readonly string[] | undefined;
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
  /** What a future or a warrant stands on; nothing else has one. */
  readonly underlyingSymbolCode?: string | undefined;
  /** The last trading date of a future or a warrant. */
  readonly expirationDate?: CalendarDate | undefined;
  /** The VND that one point of one contract of a future is worth. */
  readonly contractSize?: bigint | undefined;
};

/** What an exchange calls the group that its instruments belong to; rates may be set for all of a group. */
export type ProductGroup = "STO" | "STX" | "UPX" | "DVX";

const productGroups: Readonly<Record<Exchange, ProductGroup>> = {
  HOSE: "STO",
  HNX: "STX",
  UPCOM: "UPX",
  DERIVATIVES: "DVX",
};

/** Gives the group whose figures hold for an instrument that has none of its own. */
export function productGroupOf(exchange: Exchange): ProductGroup {
  return productGroups[exchange];
}

/** Gives how many shares or contracts are traded at once. */
export function lotOf(exchange: Exchange): bigint {
  return exchange === "DERIVATIVES" ? 1n : 100n;
}

/** Gives the most that one order may ask for, where the exchange has such a limit. */
export function quantityMaxOf(exchange: Exchange): bigint | undefined {
  return exchange === "DERIVATIVES" ? 500n : undefined;
}

/**
 * Turns a price into the whole VND that one share or contract is worth at it, which is how margin takes prices. A
 * price on its step always comes out whole; another is refused rather than rounded.
 */
export function unitVndOf({ contractSize = 1n }: Pick<Instrument, "contractSize">, price: Price): bigint {
  const worth = price * contractSize;
  if (worth <= 0n || worth % onePrice !== 0n) {
    throw new RangeError(`A price of ${price} thousandths is not a whole VND above 0 a unit.`);
  }
  return worth / onePrice;
}

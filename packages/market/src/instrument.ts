import type { CalendarDate } from "./calendar-date.ts";
import type { Exchange, InstrumentType } from "./exchange.ts";
import type { Price } from "./price.ts";

/** The two things that most rules of the market ask of an instrument. */
export type Listing = { readonly exchange: Exchange; readonly type: InstrumentType };

/** What the catalog holds of an instrument, and no session changes. */
export type Instrument = Listing & InstrumentDetails;

/** A row of a catalog as somebody wrote it, before it is known to be an instrument. */
export type InstrumentRecord = { readonly exchange: string; readonly type: string } & InstrumentDetails;

/** What is known of an instrument besides its listing. */
export type InstrumentDetails = {
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

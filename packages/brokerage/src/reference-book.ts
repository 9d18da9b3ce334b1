import type { Rates } from "@trading-oms/margin";
import type { Holidays, Instrument, ProductGroup } from "@trading-oms/market";
import type { CatalogEntry, StoreVersions } from "./ports/index.ts";

/** The catalog and the rates in force, at hand without asking the store. */
export type ReferenceBook = {
  /** The instrument that is listed under a symbol. */
  readonly findInstrument: (symbol: string) => Instrument | undefined;
  /** Everything that is listed, by symbol: the same map for as long as the catalog is the same. */
  readonly listEntries: () => ReadonlyMap<string, CatalogEntry>;
  /** The rates in force for an instrument. */
  readonly ratesOf: (instrument: Pick<Instrument, "symbol" | "exchange">) => Rates;
  /** The rates in force for a product of which some contract is listed. */
  readonly findProduct: (code: string) => { readonly rates: Rates; readonly group: ProductGroup } | undefined;
  /** When the rates in force for an instrument were set; undefined where none were. */
  readonly ratesSinceMs: (instrument: Pick<Instrument, "symbol" | "exchange">) => number | undefined;
  /** Days without trading besides weekends. */
  readonly holidays: () => Holidays;
  /** The store's counters when they were looked at last. */
  readonly versions: () => StoreVersions;
  /** As of when it is what the store has; a book that nobody refreshes grows old. */
  readonly atMs: () => number;
  /**
   * Takes over what has changed in the store; tells whether anything had. Asked while it is at it, it does it once. A large
   * catalog comes in parts, and each is told of: a store that is slow is not one that is away.
   */
  readonly refresh: (onPart?: () => void) => Promise<boolean>;
};

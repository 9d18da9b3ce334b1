import type { Part } from "./part.ts";

/** What a set of rates is for: one symbol, one product, or a whole group of products. */
export type RatesLevel = "symbol" | "product" | "group";

/** Rates as they are kept, in millionths. */
export type RatesRecord = {
  readonly level: RatesLevel;
  readonly name: string;
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
  readonly changedAtMs: number;
};

/** An instrument as it is kept; only its symbol is looked into. */
export type CatalogEntry = { readonly symbol: string /** JSON. */; readonly details: string };

/** A catalog that is being written beside the one in force. */
export type CatalogDraft = {
  /** Adds entries; none of them is seen by anybody yet. */
  readonly add: (entries: readonly CatalogEntry[]) => Promise<void>;
  /** Puts the draft in the place of the catalog in force, at one stroke; the old one may be swept away behind it. */
  readonly publish: (atMs: number) => Promise<void>;
  /** Forgets the draft. */
  readonly abandon: () => Promise<void>;
};

/** What has changed elsewhere is found by these counters, which only grow. */
export type StoreVersions = {
  readonly catalog: number;
  readonly rates: number;
  readonly marks: number;
  readonly holidays: number;
  readonly quotes: number;
};

/** Rates, holidays and the catalog, and the counters that tell of changes made elsewhere. */
export type ReferenceStore = {
  /** The rates that were set for these names, in no order. */
  readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]>;
  listRates(part: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]>;
  setRates(rates: RatesRecord): Promise<void>;
  /** Days without trading besides weekends, as `2025-09-02`, in their order. */
  listHolidays(): Promise<string[]>;
  /** Puts these days in the place of those before. */
  setHolidays(dates: readonly string[]): Promise<void>;
  findInstrument(symbol: string): Promise<CatalogEntry | undefined>;
  listInstruments(part: Part<string>): Promise<CatalogEntry[]>;
  draftCatalog(): Promise<CatalogDraft>;
  readVersions(): Promise<StoreVersions>;
};

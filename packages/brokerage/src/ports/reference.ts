import type { Part } from "./part.ts";

/** The scope of a set of rates: a symbol, a product, or a group of products. */
export type RatesLevel = "symbol" | "product" | "group";

/** Stored rates, in millionths. */
export type RatesRecord = {
  readonly level: RatesLevel;
  readonly name: string;
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
  readonly changedAtMs: number;
};

/** A stored instrument. The store reads only its symbol. */
export type CatalogEntry = { readonly symbol: string /** JSON. */; readonly details: string };

/** A catalog that is written beside the one in force. */
export type CatalogDraft = {
  /** Adds entries. They are invisible until `publish`. */
  readonly add: (entries: readonly CatalogEntry[]) => Promise<void>;
  /** Replaces the catalog in force atomically. The old one may be deleted afterwards in the background. */
  readonly publish: (atMs: number) => Promise<void>;
  /** Discards the draft. */
  readonly abandon: () => Promise<void>;
};

/** When a source of prices was last heard by any process that saves its quotes. */
export type HeardTimes = {
  readonly feedHeardAtMs?: number | undefined;
  readonly simulationHeardAtMs?: number | undefined;
};

/** Counters that only grow, which reveal changes by other processes, and when the sources of prices were heard. */
export type StoreVersions = HeardTimes & {
  readonly catalog: number;
  readonly rates: number;
  readonly marks: number;
  readonly holidays: number;
  readonly quotes: number;
};

/** Rates, holidays and the catalog, and the counters of their changes. */
export type ReferenceStore = {
  /** The rates set for these names, in any order. */
  readRates(names: readonly Pick<RatesRecord, "level" | "name">[]): Promise<RatesRecord[]>;
  listRates(part: Part<Pick<RatesRecord, "level" | "name">>): Promise<RatesRecord[]>;
  setRates(rates: RatesRecord): Promise<void>;
  /** Days without trading besides weekends, as `2025-09-02`, in order. */
  listHolidays(): Promise<string[]>;
  /** Replaces the list of holidays. */
  setHolidays(dates: readonly string[]): Promise<void>;
  findInstrument(symbol: string): Promise<CatalogEntry | undefined>;
  listInstruments(part: Part<string>): Promise<CatalogEntry[]>;
  draftCatalog(): Promise<CatalogDraft>;
  readVersions(): Promise<StoreVersions>;
};

import type { Change, CommitOutcome } from "./accounts.ts";
import type { ExDateRecord } from "./ex-dates.ts";
import type { Part } from "./part.ts";
import type { RatesName, RatesRecord } from "./rates.ts";
import type { StoreVersions } from "./versions.ts";

/** A stored instrument. The store reads only its symbol. */
export type CatalogEntry = { readonly symbol: string /** JSON. */; readonly details: string };

/** A catalog that is written beside the one in force. */
export type CatalogDraft = {
  /** Adds entries. They are invisible until `publish`. */
  readonly add: (entries: readonly CatalogEntry[]) => Promise<void>;
  /** Replaces the catalog in force in the commit of a change. The old one may be deleted afterwards in the background. */
  readonly publish: (change: Change) => Promise<CommitOutcome>;
  readonly abandon: () => Promise<void>;
};

/** Rates, holidays, ex-dates and the catalog, and the counters of their changes. Rates, holidays and ex-dates are set by `commit`. */
export type ReferenceStore = {
  /** The rates set for these names, in any order. */
  readRates(names: readonly RatesName[]): Promise<RatesRecord[]>;
  listRates(part: Part<RatesName>): Promise<RatesRecord[]>;
  /** Days without trading besides weekends, as `2025-09-02`, in order. */
  listHolidays(): Promise<string[]>;
  /** All ex-dates, ordered by symbol, date and adjustment. */
  listExDates(): Promise<ExDateRecord[]>;
  findInstrument(symbol: string): Promise<CatalogEntry | undefined>;
  listInstruments(part: Part<string>): Promise<CatalogEntry[]>;
  draftCatalog(): Promise<CatalogDraft>;
  readVersions(): Promise<StoreVersions>;
};

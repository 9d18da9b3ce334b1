/** What the store in memory holds, besides leases. */
import type {
  AccountRecord,
  AuditRecord,
  CatalogEntry,
  EpisodeRecord,
  ExDateRecord,
  HeardTimes,
  KeptOutcome,
  MarkRecord,
  MovementRecord,
  NotificationRecord,
  PositionRecord,
  QuoteRecord,
  RatesRecord,
  StoreVersions,
} from "@trading-oms/brokerage/ports";

/** An account with what belongs to it. */
export type MemoryAccount = {
  account: AccountRecord;
  readonly shard: number;
  readonly positions: Map<string, PositionRecord>;
  readonly episodes: Map<string, EpisodeRecord>;
  readonly audits: AuditRecord[];
};

/** A user who ever had an account. */
export type MemoryTrader = {
  /** Notification ids are this times `notificationsOfUser`, plus 1 for the first. */
  readonly number: number;
  notifiedAtMs: number;
  /** The number of notifications up to the watermark. */
  readThrough: number;
  readonly notifications: NotificationRecord[];
  readonly messageIds: Set<string>;
  readonly movements: Map<string, MovementRecord>;
  readonly outcomes: Map<string, KeptOutcome>;
};

/** The content by accounts, users, scopes and symbols. */
export type MemoryContent = {
  readonly accounts: Map<string, MemoryAccount>;
  readonly traders: Map<string, MemoryTrader>;
  readonly rates: Map<string, RatesRecord>;
  readonly marks: Map<string, MarkRecord & { readonly version: number }>;
  readonly quotes: Map<string, QuoteRecord & { readonly version: number }>;
  catalog: ReadonlyMap<string, CatalogEntry>;
  holidays: readonly string[];
  /** By symbol, date and adjustment. */
  readonly exDates: Map<string, ExDateRecord>;
  versions: StoreVersions;
  nextNumber: number;
  readonly drafts: Map<number, MemoryDraft>;
  nextGeneration: number;
};

/** A catalog that is not in force yet. */
export type MemoryDraft = { touchedAtMs: number; readonly entries: Map<string, CatalogEntry> };

export function emptyContent(): MemoryContent {
  return {
    accounts: new Map(),
    traders: new Map(),
    rates: new Map(),
    marks: new Map(),
    quotes: new Map(),
    catalog: new Map(),
    holidays: [],
    exDates: new Map(),
    versions: { catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0, exDates: 0 },
    nextNumber: 1,
    drafts: new Map(),
    nextGeneration: 1,
  };
}

/** Counts a change of a kind, and returns the new count. */
export function countChange(
  content: MemoryContent,
  kind: Exclude<keyof StoreVersions, keyof HeardTimes>,
): number {
  const value = content.versions[kind] + 1;
  content.versions = { ...content.versions, [kind]: value };
  return value;
}

export type {
  AccountChange,
  AccountKey,
  AccountRecord,
  AccountState,
  AccountStore,
  AuditDraft,
  AuditRecord,
  Change,
  CommitOutcome,
  ContactRecord,
  EpisodeRecord,
  EvaluatedPrice,
  KeptOutcome,
  MovementRecord,
  OutcomeKey,
  OutcomeRecord,
  PositionRecord,
  PricedAccount,
  StoredPrices,
} from "./accounts.ts";
export type { BackupRow, BackupStore } from "./backup.ts";
export type { ChangesQuery, ChangesStore, StoreChanges } from "./changes.ts";
export type { ExDateRecord } from "./ex-dates.ts";
export type { Feed, FeedFollowing, FeedMessage, FeedSnapshot, TakeMessages } from "./feed.ts";
export type { ImageStore } from "./image-store.ts";
export type { LeaseRecord, LeaseStore, Rota, ShardClaim, WatcherRecord } from "./leases.ts";
export type {
  MarkedRead,
  NotificationCount,
  NotificationDraft,
  NotificationPlaces,
  NotificationRecord,
  NotificationStore,
  NotificationType,
  ReadNotifications,
  ReadThrough,
} from "./notifications.ts";
export type { Part, PartSince } from "./part.ts";
export type {
  HeardSource,
  MarkRecord,
  QuoteDayRecord,
  QuoteRecord,
  QuoteStore,
  SavingClock,
} from "./quotes.ts";
export type { RatesLevel, RatesName, RatesRecord } from "./rates.ts";
export type { CatalogDraft, CatalogEntry, ReferenceStore } from "./reference.ts";
export type { DurableStore, Store, StoreDescription, StoreErrorCode } from "./store.ts";
export type { HeardTimes, StoreVersions } from "./versions.ts";

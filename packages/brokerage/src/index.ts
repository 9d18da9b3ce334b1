export { amountVndMax } from "@trading-oms/margin";
export type { Actor, AuditEntry } from "./audit-entry.ts";
export { readAuditEntry } from "./audit-entry.ts";
export type { ChangedPosition, PositionKey } from "./change-position.ts";
export { closeHolding } from "./close-holding.ts";
export { type ExplainedHoldings, type ExplainedPosition, explainHoldings } from "./explain-holdings.ts";
export { findAccountKey } from "./find-account-key.ts";
export { findInstrument, readInstrument } from "./find-instrument.ts";
export {
  type CatalogFault,
  type CatalogImport,
  type CatalogLine,
  importCatalog,
} from "./import-catalog.ts";
export { type FoundEntries, MarketDesk } from "./market-desk.ts";
export { type CashMovement, type MovedCash, moveCash } from "./move-cash.ts";
export type { NotificationData, PositionSnapshot } from "./notification-data.ts";
export {
  listNotifications,
  type MarkedNotifications,
  markNotificationsRead,
  type ToldNotification,
} from "./notifications.ts";
export { openAccount } from "./open-account.ts";
export { openReferenceBook } from "./open-reference-book.ts";
export { type CarriedPrices, type CarrierStores, PriceCarrier } from "./price-carrier.ts";
export { QuoteKeeper, type QuoteKeeperOptions } from "./quote-keeper.ts";
export { QuoteReader, type TellFaulty } from "./quote-reader.ts";
export { readEffectiveRates } from "./read-effective-rates.ts";
export { type MarginRatio, readMarginRatio } from "./read-margin-ratio.ts";
export { reduceHolding } from "./reduce-holding.ts";
export type { ReferenceBook } from "./reference-book.ts";
export type { Refusal, RefusalCode } from "./refusal.ts";
export type { Services } from "./services.ts";
export { type CoverAnswer, type CoverOrder, setCover } from "./set-cover.ts";
export { setHolidays } from "./set-holidays.ts";
export { setMark } from "./set-mark.ts";
export { setPosition } from "./set-position.ts";
export { type RatesSetting, setRates } from "./set-rates.ts";
export { shardOf } from "./shard-of.ts";
export { type ShownAccount, showAccount } from "./show-account.ts";
export { storeErrorCodeOf } from "./store-error-code-of.ts";
export { sweepOutcomes } from "./sweep-outcomes.ts";
export { type InTurn, takeTurns } from "./take-turns.ts";
export { type Mark, type ValuedAccount, type ValuedPosition, valueAccount } from "./value-account.ts";
export { type AuditVerdict, verifyAudit } from "./verify-audit.ts";
export { MarginWatch, type WatchCounts, type WatchOptions } from "./watch/margin-watch.ts";
export { MarkBook, type MarkBookOptions, openMarkBook } from "./watch/mark-book.ts";
export {
  type CalledPosition,
  readWatchStatus,
  type SymbolStatus,
  type WatchStatus,
} from "./watch/read-watch-status.ts";
export type { WatchServices } from "./watch/watch-services.ts";

export { amountVndMax } from "@trading-oms/margin";
export {
  type AccountStatus,
  findReadableKey,
  listAccountStatuses,
  type PositionState,
  type PositionStatus,
  readAccountStatus,
  statusOf,
} from "./accounts/account-status.ts";
export { findAccountKey, openAccount, shardOf } from "./accounts/accounts.ts";
export {
  type Actor,
  type AuditEntry,
  type ChangeOrigin,
  type PriceValues,
  type RatesValues,
  readAuditEntry,
} from "./accounts/audit.ts";
export {
  type CashAnswer,
  type CashMovement,
  type CashOrder,
  type MovedCash,
  moveCash,
  orderCash,
} from "./accounts/cash.ts";
export {
  chainKey,
  isReservedChain,
  type ReservedChain,
  reservedChains,
  reservedUserId,
} from "./accounts/chains.ts";
export {
  addContact,
  type ContactAnswer,
  type ContactOrder,
  contactAnswers,
  contactMethods,
  timeMsMax,
} from "./accounts/contacts.ts";
export {
  type ExplainedHoldings,
  type ExplainedPosition,
  explainHoldings,
} from "./accounts/explain-holdings.ts";
export {
  findListed,
  type MarginRatio,
  type Mark,
  readMarginRatio,
  type ShownAccount,
  showAccount,
  type ValuedAccount,
  type ValuedPosition,
  valueAccount,
} from "./accounts/figures.ts";
export {
  type AuditFilter,
  type AuditPage,
  type ListedEntry,
  listAudit,
  matchesAudit,
  symbolOf,
} from "./accounts/list-audit.ts";
export { listMovements, type Movement, type MovementPage } from "./accounts/movements.ts";
export {
  listNotifications,
  type MarkedNotifications,
  markNotificationsRead,
  type NotificationData,
  type PositionSnapshot,
  type ReadByUser,
  readNotification,
  readNotifications,
  type StoredNotification,
} from "./accounts/notifications.ts";
export {
  type ChangedPosition,
  closeHolding,
  markClosing,
  type PositionEntry,
  type PositionKey,
  reduceHolding,
  setPosition,
} from "./accounts/positions.ts";
export type { Idempotency } from "./accounts/settle-change.ts";
export { type AuditVerdict, verifyAudit } from "./accounts/verify-audit.ts";
export { type CoveredFigures, type CoverPreview, previewCover } from "./covers/preview-cover.ts";
export { type CoverAnswer, type CoverOrder, setCover, sweepOutcomes } from "./covers/set-cover.ts";
export {
  type DeskFigures,
  type DeskMinute,
  DeskMinutes,
  figuresOfDesk,
} from "./desk/desk-figures.ts";
export { findAccounts } from "./desk/find-accounts.ts";
export {
  type CallFilter,
  type CallOrder,
  type CallPage,
  type DeskPage,
  listCalls,
} from "./desk/list-calls.ts";
export { listNearest, type NearestPage, type NearPosition } from "./desk/list-nearest.ts";
export {
  type DeskOptions,
  DeskProjection,
  type DueState,
  type FoundAccount,
  type OpenCall,
} from "./desk/projection.ts";
export {
  type Shock,
  type ShockFigures,
  type ShockRefusal,
  type ShockRow,
  shockPrices,
  shockRowsMax,
} from "./desk/shock.ts";
export { importRows, type RowLine, type RowsFile, type RowsImport } from "./imports/import-rows.ts";
export type { ImportedRows } from "./imports/imported-rows.ts";
export { LiveChanges } from "./live/live-changes.ts";
export { type ArrivedNotification, NotificationFollower } from "./live/notification-follower.ts";
export { type FoundInstruments, MarketBoard } from "./market-board.ts";
export { MarkBook, type MarkBookOptions, openMarkBook } from "./quotes/mark-book.ts";
export { type CarriedPrices, type CarrierStores, PriceCarrier } from "./quotes/price-carrier.ts";
export {
  type OnFaultyQuote,
  QuoteKeeper,
  type QuoteKeeperOptions,
  QuoteReader,
} from "./quotes/quote-keeper.ts";
export { isSimulationRunning } from "./quotes/simulation.ts";
export { openReferenceBook, readAllRates } from "./reference/book.ts";
export { findInstrument, readInstrument } from "./reference/catalog.ts";
export { setHolidays } from "./reference/holidays.ts";
export { readEffectiveRates } from "./reference/rates.ts";
export {
  type CashRefusalCode,
  type CoverRefusalCode,
  cashRefusals,
  contactRefusals,
  coverRefusals,
  formatCover,
  formatRefusal,
  type PriceRefusalCode,
  priceRefusals,
  type RatesRefusalCode,
  ratesRefusals,
  type TextLanguage,
} from "./refusal-texts.ts";
export {
  type ReferenceBook,
  type Refusal,
  type RefusalCode,
  type Services,
  storeErrorCodeOf,
  type WatchServices,
} from "./services.ts";
export {
  type CatalogFault,
  type CatalogImport,
  type CatalogLine,
  importCatalog,
} from "./settings/import-catalog.ts";
export { type InstrumentPrice, readInstrumentPrices } from "./settings/list-prices.ts";
export { type PriceAnswer, type PriceOrder, setPrice } from "./settings/set-price.ts";
export { type RatesAnswer, type RatesOrder, type RatesSetting, setRates } from "./settings/set-rates.ts";
export type { ReferenceOrigin } from "./settings/settle-chain.ts";
export { MarginWatch, type WatchCounts, type WatchOptions } from "./watch/margin-watch.ts";
export { type InTurn, takeTurns } from "./watch/queue-work.ts";
export {
  type CalledPosition,
  readWatchers,
  readWatchStatus,
  type SymbolStatus,
  type WatchStatus,
} from "./watch/read-watch-status.ts";

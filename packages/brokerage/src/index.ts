export { amountVndMax } from "@trading-oms/margin";
export {
  type AccountStatus,
  callStateOf,
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
  readAuditEntry,
} from "./accounts/audit.ts";
export { type AuditHead, headOf, listChains, verifyHead } from "./accounts/audit-heads.ts";
export { type CashMovement, moveCash, orderCash } from "./accounts/cash.ts";
export { chainKey, isReservedChain, reservedChains, reservedUserId } from "./accounts/chains.ts";
export {
  addContact,
  type ContactOrder,
  timeMsMax,
} from "./accounts/contacts.ts";
export {
  type ExplainedHoldings,
  type ExplainedPosition,
  explainHoldings,
} from "./accounts/explain-holdings.ts";
export {
  findListed,
  type Mark,
  readMarginRatio,
  type ShownAccount,
  showAccount,
  type ValuedPosition,
  valueAccount,
} from "./accounts/figures.ts";
export {
  type ListedEntry,
  listAudit,
  symbolOf,
} from "./accounts/list-audit.ts";
export { listExpired } from "./accounts/list-expired.ts";
export { listMovements } from "./accounts/movements.ts";
export {
  listNotifications,
  markNotificationsRead,
  type PositionSnapshot,
  readNotification,
  readNotifications,
  type StoredNotification,
} from "./accounts/notifications.ts";
export {
  type ChangedPosition,
  closeHolding,
  markClosing,
  type PositionKey,
  type PositionOrder,
  reduceHolding,
  setPosition,
} from "./accounts/positions.ts";
export type { Idempotency } from "./accounts/settle-change.ts";
export { type AuditVerdict, verifyAudit } from "./accounts/verify-audit.ts";
export type { AdjustmentOrder } from "./adjustments/adjust-position.ts";
export { type AdjustedSymbol, adjustSymbol } from "./adjustments/adjust-symbol.ts";
export { noteMoved, releaseCalls } from "./adjustments/ex-dates.ts";
export { type CoveredFigures, previewCover } from "./covers/preview-cover.ts";
export { type CoverAnswer, type CoverOrder, setCover, sweepOutcomes } from "./covers/set-cover.ts";
export { type DeskFigures, type DeskMinute, DeskMinutes, figuresOfDesk } from "./desk/desk-figures.ts";
export { findAccounts } from "./desk/find-accounts.ts";
export type { CallPage } from "./desk/list-calls.ts";
export { listNearest, type NearPosition } from "./desk/list-nearest.ts";
export { DeskProjection, type OpenCall } from "./desk/projection.ts";
export { DeskState, SharedDesk } from "./desk/shared-desk.ts";
export { type ShockFigures, type ShockRow, shockPrices } from "./desk/shock.ts";
export { type MarketEngine, openMarket } from "./engine/market-engine.ts";
export { openBooks, openCatalog } from "./engine/open-books.ts";
export { importRows, type RowLine } from "./imports/import-rows.ts";
export type { ImportedRows } from "./imports/imported-rows.ts";
export { LiveChanges } from "./live/live-changes.ts";
export { type ArrivedNotification, NotificationFollower } from "./live/notification-follower.ts";
export type { MarketBoard } from "./market-board.ts";
export { type HeldBackSymbols, listHeldBack, openDays } from "./quotes/held-back.ts";
export { MarkBook } from "./quotes/mark-book.ts";
export { PriceCarrier } from "./quotes/price-carrier.ts";
export { QuoteKeeper, QuoteReader } from "./quotes/quote-keeper.ts";
export { isSimulationRunning } from "./quotes/simulation.ts";
export { openReferenceBook, readAllRates } from "./reference/book.ts";
export { findInstrument, readInstrument } from "./reference/catalog.ts";
export { type RatesSetting, readRatesOf } from "./reference/rates.ts";
export {
  cashRefusals,
  contactRefusals,
  coverRefusals,
  formatRefusal,
  priceRefusals,
  ratesRefusals,
  type TextLanguage,
} from "./refusal-texts.ts";
export {
  type ReferenceBook,
  type Refusal,
  type Services,
  storeErrorCodeOf,
  type WatchServices,
} from "./services.ts";
export { type CatalogLine, importCatalog } from "./settings/import-catalog.ts";
export { type InstrumentPrice, readInstrumentPrices } from "./settings/list-prices.ts";
export { setHolidays } from "./settings/set-holidays.ts";
export { setPrice } from "./settings/set-price.ts";
export { type RatesAnswer, setRates } from "./settings/set-rates.ts";
export { listWarnings } from "./settings/warn-of-rates.ts";
export { MarginWatch, type WatchCounts, type WatchState } from "./watch/margin-watch.ts";
export { type InTurn, takeTurns } from "./watch/queue-work.ts";
export {
  type CalledPosition,
  readWatchers,
  readWatchStatus,
  type SymbolStatus,
  type WatchStatus,
} from "./watch/read-watch-status.ts";

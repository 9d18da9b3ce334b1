export {
  type CalendarDate,
  calendarDateOf,
  dayMs,
  dayOf,
  type Holidays,
  holidaysFrom,
  isCalendarDate,
  startOfDateMs,
  tradingDayBefore,
} from "./calendar.ts";
export { checkInstrument } from "./check-instrument.ts";
export { type DueRule, dueDefaults, dueTimeOf, parseTimeOfDay, renderTimeOfDay } from "./due-time.ts";
export {
  chooseIndexShares,
  expirationDateOf,
  findExpirationDate,
  listedFuturesOf,
  listFutureAliases,
  makeFutureCode,
  parseFutureCode,
  resolveAlias,
} from "./futures.ts";
export {
  type Exchange,
  type Instrument,
  type InstrumentRecord,
  type InstrumentType,
  type Listing,
  lotOf,
  type ProductGroup,
  productGroupOf,
  unitVndOf,
} from "./instrument.ts";
export { onePrice, type Price, parsePrice, renderPrice } from "./price.ts";
export {
  bandOf,
  firstStepPast,
  isOnStep,
  isPlausiblePrice,
  priceStepOf,
} from "./price-rules.ts";
export { figuresOf, sentimentSharesOf, type TradeFigures, trendOf } from "./quotes/figures.ts";
export {
  type BookLevel,
  type ClosingPrice,
  type MarketMessage,
  type QuoteSnapshot,
  restampMessage,
  type SnapshotMessage,
  type SymbolMessage,
  type TradeMessage,
  type TradeSide,
} from "./quotes/messages.ts";
export { MinutePrices } from "./quotes/minute-prices.ts";
export { closeOf, laterAtMs } from "./quotes/quote.ts";
export {
  type ApplyResult,
  type PriceByHand,
  QuoteBoard,
  type QuotedInstrument,
  type StandingQuote,
} from "./quotes/quote-board.ts";
export { readQuote, readQuoteDay, renderQuote, renderQuoteDay } from "./quotes/quote-json.ts";
export { priceUnitOf, readPrice, readSettlementPrice, readWhole } from "./read-price.ts";
export { makePlainScan } from "./search/plain-scan.ts";
export { SearchIndex, searchHitsMax } from "./search/search-index.ts";
export type { SearchEntry } from "./search/search-row.ts";
export {
  addTradingTime,
  isOfClosingAuction,
  lastCloseMs,
  listSessions,
  type Session,
  sessionOf,
  tradingTimeBetween,
} from "./sessions.ts";
export {
  createPlayedExchange,
  createSimulatedExchange,
  type PlayedExchange,
} from "./simulated-exchange/simulated-exchange.ts";

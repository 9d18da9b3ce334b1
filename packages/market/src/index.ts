export { type Band, bandOf } from "./band-of.ts";
export {
  type CalendarDate,
  calendarDateOf,
  dayMs,
  type Holidays,
  isCalendarDate,
  startOfDateMs,
} from "./calendar-date.ts";
export type { Exchange, InstrumentType } from "./exchange.ts";
export { expirationDateOf } from "./expiration-date-of.ts";
export { type IndexFuture, indexFutureContractSize } from "./index-future.ts";
export type { Instrument, InstrumentDetails, InstrumentRecord, Listing } from "./instrument.ts";
export { isPlausiblePrice, type PriceReferences } from "./is-plausible-price.ts";
export { isTradingDay, tradingDayBefore } from "./is-trading-day.ts";
export { type InstrumentJudgement, judgeInstrument } from "./judge-instrument.ts";
export { listedFuturesOf } from "./listed-futures-of.ts";
export { lotOf, quantityMaxOf } from "./lot-of.ts";
export { makeIndexFutureCode } from "./make-index-future-code.ts";
export { parseIndexFutureCode } from "./parse-index-future-code.ts";
export { parsePrice } from "./parse-price.ts";
export { onePrice, type Price } from "./price.ts";
export { isOnStep, priceStepOf } from "./price-step-of.ts";
export { type ProductGroup, productGroupOf } from "./product-group-of.ts";
export { figuresOf, leaningOf, type TradeFigures, type Trend, trendOf } from "./quotes/figures.ts";
export { type QuoteReading, readQuote, renderQuote } from "./quotes/kept-quote.ts";
export {
  type BookLevel,
  type CloseMessage,
  type DayMessage,
  type DepthMessage,
  type HeartbeatMessage,
  type MarketMessage,
  type MessageOrigin,
  type NewsItem,
  type NewsMessage,
  type OpenInterestMessage,
  type QuoteDepth,
  type QuoteSentiment,
  type QuoteSnapshot,
  restampMessage,
  type Sentiment,
  type SentimentMessage,
  type SessionMessage,
  type SnapshotMessage,
  type StatusMessage,
  type SymbolMessage,
  type TradeMessage,
  type TradeSide,
  type TradeTotal,
} from "./quotes/messages.ts";
export {
  type Application,
  createQuoteBoard,
  type QuoteBoard,
  type QuotedInstrument,
  type StandingQuote,
} from "./quotes/quote-board.ts";
export { renderPrice } from "./render-price.ts";
export { productCodeOf, resolveAlias } from "./resolve-alias.ts";
export type { MatchRank } from "./search/match-rank.ts";
export { makePlainScan } from "./search/plain-scan.ts";
export { type SearchEntry, type SearchHit, SearchIndex, searchHitsMax } from "./search/search-index.ts";
export { type Session, sessionOf } from "./session-of.ts";
export {
  createPlayedExchange,
  type PlayedExchange,
  type PlayedExchangeSettings,
} from "./simulated-exchange/create-played-exchange.ts";
export {
  createSimulatedExchange,
  type SimulatedExchange,
} from "./simulated-exchange/create-simulated-exchange.ts";
export type { SimulatedExchangeSettings } from "./simulated-exchange/simulated-exchange-settings.ts";
export { tradingTimeBetween } from "./trading-time-between.ts";
export { unitVndOf } from "./unit-vnd-of.ts";
export { whenTraded } from "./when-traded.ts";

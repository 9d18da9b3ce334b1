import type { z } from "@hono/zod-openapi";
import type { schemas } from "@trading-oms/contract";
import {
  type BookLevel,
  bandOf,
  figuresOf,
  type Instrument,
  type InstrumentType,
  type PriceByHand,
  priceStepOf,
  productGroupOf,
  type QuotedInstrument,
  type Session,
  type StandingQuote,
  sentimentSharesOf,
  type TradeFigures,
  trendOf,
} from "@trading-oms/market";
import { maybeAmount, maybePrice } from "./numbers.ts";

export type SymbolEntry = z.input<typeof schemas.SymbolEntry>;

type Part<Name extends keyof SymbolEntry> = NonNullable<SymbolEntry[Name]>;

/** The main board; the exchanges have others for odd lots and negotiated deals. */
const boardID = "G1";

const typeCodes: Readonly<Record<InstrumentType, string>> = {
  stock: "ST",
  etf: "EF",
  warrant: "EW",
  future: "FU",
};

/** Session codes of the exchanges; a halted symbol has its own code. */
const sessionCodes: Readonly<Record<Session | "halted", string>> = {
  "opening-auction": "10",
  continuous: "40",
  "closing-auction": "30",
  "post-close": "60",
  closed: "99",
  halted: "90",
};

/** Maps an instrument and its quote to the wire format; unknown parts are null. */
export function entryOf({
  instrument,
  quote,
  byHand,
}: Pick<QuotedInstrument, "instrument" | "quote" | "byHand">): SymbolEntry {
  // Depth, sentiment and news may arrive before the first quote.
  const isQuoted = quote !== undefined && quote.quotedSeq > 0;
  return {
    symbol: instrument.symbol,
    companyName: instrument.companyName,
    sectorLvl1: instrument.sectorLevel1,
    sectorLvl2: instrument.sectorLevel2,
    sectorLvl3: instrument.sectorLevel3,
    industryName: instrument.industryName,
    logoId: instrument.logoId,
    stat: statOf(instrument, quote?.referencePrice ?? instrument.referencePrice),
    news: (quote?.news ?? []).map(({ title, publishedAtMs, url }) => ({
      title,
      publishedAt: publishedAtMs,
      url,
    })),
    sentiment: quote?.sentiment ? sentimentOf(quote.sentiment) : null,
    info: isQuoted || byHand ? infoOf(instrument, isQuoted ? quote : undefined, byHand) : null,
    depth: quote?.depth ? depthOf(instrument, quote.depth) : null,
    trend: isQuoted ? trendPartOf(instrument, quote) : null,
  };
}

function statOf(instrument: Instrument, referencePrice: bigint): Part<"stat"> {
  const group = productGroupOf(instrument.exchange);
  return {
    id: `${group}.${instrument.symbol}`,
    symbol: instrument.symbol,
    type: typeCodes[instrument.type],
    lot: maybeAmount(instrument.lot),
    minQty: maybeAmount(instrument.minQuantity),
    maxQty: maybeAmount(instrument.maxQuantity),
    prcStep: maybePrice(priceStepOf(instrument, referencePrice)),
    name: instrument.name,
    productGroupID: group,
    tickerCode: instrument.tickerCode,
    symbolName: instrument.companyName,
    underlyingSymbolCode: instrument.underlyingSymbolCode,
    expirationDate: instrument.expirationDate,
    contractSize: maybeAmount(instrument.contractSize),
  };
}

/** Before the first quote there is only a price that was set by hand. */
function infoOf(
  instrument: Instrument,
  quote: StandingQuote | undefined,
  byHand: PriceByHand | undefined,
): Part<"info"> {
  const referencePrice = quote?.referencePrice ?? instrument.referencePrice;
  const { ceiling, floor } = bandOf(instrument, referencePrice);
  const total = quote && figuresOf(instrument, quote.total);
  const session = quote?.isHalted ? "halted" : quote?.session;
  return {
    id: `${productGroupOf(instrument.exchange)}.${boardID}.${instrument.symbol}`,
    seq: quote?.quotedSeq,
    time: byHand?.atMs ?? quote?.quotedAtMs,
    symbol: instrument.symbol,
    boardID,
    nomiPrc: maybePrice(referencePrice),
    ceilPrc: maybePrice(ceiling),
    floorPrc: maybePrice(floor),
    lsPrc: maybePrice(byHand?.price ?? quote?.lastPrice),
    lsVol: quote?.lastQuantity,
    openPrc: maybePrice(quote?.openPrice),
    closePrc: maybePrice(quote?.closePrice),
    highPrc: maybePrice(quote?.highPrice),
    lowPrc: maybePrice(quote?.lowPrice),
    vWAP: maybePrice(total?.averagePrice),
    totVol: total?.quantity,
    totVal: maybePrice(total?.value),
    tradingSession: session && sessionCodes[session],
    openInterest: instrument.type === "future" ? quote?.openInterest : undefined,
  };
}

function depthOf({ symbol }: Instrument, depth: NonNullable<StandingQuote["depth"]>): Part<"depth"> {
  const levelOf = ({ price, quantity }: BookLevel) => ({ prc: maybePrice(price), vol: quantity });
  return {
    seq: depth.seq,
    time: depth.atMs,
    symbol,
    boardID,
    bidPriceDepth: depth.bids.map(levelOf),
    askPriceDepth: depth.asks.map(levelOf),
  };
}

function sentimentOf(sentiment: NonNullable<StandingQuote["sentiment"]>): SymbolEntry["sentiment"] {
  const shares = sentimentSharesOf(sentiment);
  if (shares === undefined) return null;
  return {
    bullish: sentiment.bullishCount,
    bullishPercent: maybePrice(shares.bullishPercent),
    bullishTime: sentiment.atMs,
    bearish: sentiment.bearishCount,
    bearishPercent: maybePrice(shares.bearishPercent),
    bearishTime: sentiment.atMs,
  };
}

function trendPartOf(instrument: Instrument, quote: StandingQuote): SymbolEntry["trend"] {
  const trend = trendOf(instrument, quote);
  if (trend === undefined) return null;
  const sideOf = (way: 1 | -1, { averagePrice, value, quantity, tradeCount }: TradeFigures) => ({
    symbol: instrument.symbol,
    way,
    vwapPrice: maybePrice(averagePrice),
    totalValue: maybePrice(value),
    totalVol: quantity,
    tradeCount,
  });
  return {
    buyUp: sideOf(1, trend.bought),
    sellDown: sideOf(-1, trend.sold),
    buyUpPct: maybePrice(trend.boughtPercent),
    sellDownPct: maybePrice(trend.soldPercent),
    gapValue: maybePrice(trend.gapValue),
  };
}

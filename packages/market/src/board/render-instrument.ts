import { bandOf } from "../band-of.ts";
import type { InstrumentType } from "../exchange.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import { priceStepOf } from "../price-step-of.ts";
import { productGroupOf } from "../product-group-of.ts";
import { encodeUtf8 } from "./encode-utf8.ts";
import type { NewsItem } from "./market-message.ts";
import { renderDecimal } from "./render-decimal.ts";
import { renderMembers } from "./render-members.ts";

/** The parts of an entry that stand for as long as the reference price and the news do. */
export type RenderedInstrument = {
  readonly referencePrice: Price;
  readonly news: readonly NewsItem[];
  /** All members before the first that trading changes, and the brace before them. */
  readonly head: Uint8Array<ArrayBuffer>;
  readonly symbol: string;
  /** The id of its quote. */
  readonly quoteId: string;
  /** The members of `info` that bound its prices. */
  readonly bounds: string;
};

/** The one board that is traded on; the exchanges keep others for odd lots and for deals by agreement. */
export const boardId = "G1";

const typeCodes: Readonly<Record<InstrumentType, string>> = {
  stock: "ST",
  etf: "EF",
  warrant: "EW",
  future: "FU",
};

/** Writes all of an instrument's entry that no trade and no order changes. */
export function renderInstrument(
  instrument: Instrument,
  referencePrice: Price,
  news: readonly NewsItem[],
): RenderedInstrument {
  const { ceiling, floor } = bandOf(instrument, referencePrice);
  const names = renderNames(instrument);
  const stat = renderStat(instrument, referencePrice);
  return {
    referencePrice,
    news,
    head: encodeUtf8(`{${names},"stat":{${stat}},"news":[${news.map(renderNewsItem).join(",")}],`),
    symbol: JSON.stringify(instrument.symbol),
    quoteId: JSON.stringify(`${productGroupOf(instrument.exchange)}.${boardId}.${instrument.symbol}`),
    bounds: renderMembers({
      nomiPrc: renderDecimal(referencePrice),
      ceilPrc: renderDecimal(ceiling),
      floorPrc: renderDecimal(floor),
    }),
  };
}

function renderNewsItem({ title, publishedAtMs, url }: NewsItem): string {
  return JSON.stringify({ title, publishedAt: publishedAtMs, url });
}

function renderNames(instrument: Instrument): string {
  return renderMembers({
    symbol: renderText(instrument.symbol),
    companyName: renderText(instrument.companyName),
    sectorLvl1: renderText(instrument.sectorLevel1),
    sectorLvl2: renderText(instrument.sectorLevel2),
    sectorLvl3: renderText(instrument.sectorLevel3),
    industryName: renderText(instrument.industryName),
    logoId: renderText(instrument.logoId),
  });
}

function renderStat(instrument: Instrument, referencePrice: Price): string {
  const group = productGroupOf(instrument.exchange);
  return renderMembers({
    id: renderText(`${group}.${instrument.symbol}`),
    symbol: renderText(instrument.symbol),
    type: renderText(typeCodes[instrument.type]),
    lot: instrument.lot.toString(),
    minQty: instrument.minQuantity.toString(),
    maxQty: instrument.maxQuantity.toString(),
    prcStep: renderDecimal(priceStepOf(instrument, referencePrice)),
    name: renderText(instrument.name),
    productGroupID: renderText(group),
    tickerCode: renderText(instrument.tickerCode),
    symbolName: renderText(instrument.companyName),
    underlyingSymbolCode: renderText(instrument.underlyingSymbolCode),
    expirationDate: renderText(instrument.expirationDate),
    contractSize: instrument.contractSize?.toString(),
  });
}

function renderText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify(text);
}

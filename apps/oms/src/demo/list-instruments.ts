import type { CatalogLine } from "@trading-oms/brokerage";
import {
  type CalendarDate,
  expirationDateOf,
  type Holidays,
  indexFutureContractSize,
  listedFuturesOf,
  lotOf,
  makeIndexFutureCode,
  parsePrice,
  quantityMaxOf,
} from "@trading-oms/market";
import { type Company, listCompanies } from "./list-companies.ts";

type InstrumentRecord = Extract<CatalogLine, { readonly record: unknown }>["record"];

/** The demonstration knows no holidays, so that its futures end on third Thursdays. */
const holidays: Holidays = new Set();

/** The index that the futures stand on. */
const underlyingSymbolCode = "VN30";

/** Prices of the futures, the next to end first. */
const futurePrices = ["1461.0", "1463.5", "1500.0", "1502.3"];

const shareQuantityMax = 1_000_000n;

/** Lists the catalog of the demonstration as it is on a day: its futures are those that are traded then. */
export function listInstruments(date: CalendarDate): InstrumentRecord[] {
  return [...listCompanies().map(shareOf), ...listFutures(date)];
}

/** Gives the codes of the futures that are traded on a day, the next to end first. */
export function listFutureCodes(date: CalendarDate): string[] {
  return listedFuturesOf(underlyingSymbolCode, date, holidays).map(makeIndexFutureCode);
}

function shareOf({ priceText, ...company }: Company): InstrumentRecord {
  return {
    ...company,
    type: "stock",
    sectorLevel3: company.industryName,
    logoId: company.symbol,
    tickerCode: company.symbol,
    referencePrice: parsePrice(priceText) ?? 0n,
    lot: lotOf(company.exchange),
    minQuantity: lotOf(company.exchange),
    maxQuantity: shareQuantityMax,
  };
}

function listFutures(date: CalendarDate): InstrumentRecord[] {
  return listedFuturesOf(underlyingSymbolCode, date, holidays).map((future, index) => {
    const month = `${future.month}`.padStart(2, "0");
    return {
      symbol: makeIndexFutureCode(future),
      exchange: "DERIVATIVES",
      type: "future",
      name: `VN30 ${month}/${future.year}`,
      companyName: `Hợp đồng tương lai chỉ số VN30 tháng ${month}/${future.year}`,
      referencePrice: parsePrice(futurePrices[index] ?? "") ?? 0n,
      lot: lotOf("DERIVATIVES"),
      minQuantity: 1n,
      maxQuantity: quantityMaxOf("DERIVATIVES") ?? 1n,
      underlyingSymbolCode,
      expirationDate: expirationDateOf(future, holidays),
      contractSize: indexFutureContractSize,
    };
  });
}

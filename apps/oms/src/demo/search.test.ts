import type { MarketBoard } from "@trading-oms/brokerage";
import { type InstrumentRecord, resolveAlias } from "@trading-oms/market";
import { expect, test } from "vitest";
import { openSearchBoard } from "../testing/open-search-board.ts";
import { searchQueries } from "../testing/search-queries.ts";
import { listInstruments } from "./plan.ts";

const date = "2026-11-18";
const atMs = Date.parse(`${date}T10:00:00+07:00`);

/** Funds and warrants, which the demonstration does not have. */
const others: readonly InstrumentRecord[] = [
  fund("E1VFVN30", "DCVFMVN30", "Quỹ ETF DCVFMVN30"),
  fund("FUEVFVND", "DCVFMVN Diamond", "Quỹ ETF DCVFMVN Diamond"),
  fund("FUESSVFL", "SSIAM VNFIN LEAD", "Quỹ ETF SSIAM VNFIN LEAD"),
  warrant("CFPT2601", "FPT", "Chứng quyền FPT/SSI/C/EU/Cash/12"),
  warrant("CHPG2602", "HPG", "Chứng quyền HPG/KIS/C/EU/Cash/09"),
  warrant("CVNM2601", "VNM", "Chứng quyền VNM/HCM/C/EU/Cash/06"),
];

function fund(symbol: string, name: string, companyName: string): InstrumentRecord {
  const quantities = { lot: 100n, minQuantity: 100n, maxQuantity: 1_000_000n };
  return {
    symbol,
    exchange: "HOSE",
    type: "etf",
    name,
    companyName,
    referencePrice: 20_000_000n,
    ...quantities,
  };
}

function warrant(symbol: string, underlyingSymbolCode: string, companyName: string): InstrumentRecord {
  const share = fund(symbol, symbol, companyName);
  return { ...share, type: "warrant", underlyingSymbolCode, expirationDate: "2026-12-30" };
}

/** Opens a market board over the catalog of the demonstration. */
async function openBoard() {
  const records = [...listInstruments(date), ...others];
  return { board: await openSearchBoard(records, () => atMs), records };
}

/** The queries with the symbols that may be found first. */
function readQueries(text: string): { readonly query: string; readonly symbols: readonly string[] }[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [query = "", wanted = ""] = line.split("|");
      const symbols = wanted.split(" ").map((each) => {
        return /^F[12][MQ]$/.test(each) ? (resolveAlias(`VN30${each}`, date, new Set()) ?? "") : each;
      });
      return { query, symbols };
    });
}

/** The queries whose first hit is another instrument, or that find nothing. */
function findMissed(board: MarketBoard, text: string): string[] {
  return readQueries(text).flatMap(({ query, symbols }) => {
    const first = board.symbolsOf(query)[0];
    return first !== undefined && symbols.includes(first) ? [] : [`${query}: ${first} for ${symbols}`];
  });
}

/** Searches that once found nothing, or another instrument first. */
const formerlyMissed = `
VN30F1M|F1M
VN30F2M|F2M
vn30f2m|F2M
mbbank|MBB
viet com bank|VCB
viet bank|VBB
nam á|NAB
hoaphat|HPG
thegioididong|MWG
pvgas|GAS
datxanh|DXG
bao hiem bao viet|BVH
thép hòa phát|HPG
tôn hoa sen|HSG
ngân hàng công thương|CTG
ngân hàng đầu tư và phát triển|BID
thuy san vinh hoan|VHC
nhà thuốc long châu|FRT
chứng khoán bản việt|VCI
co phieu hpg|HPG
ma hpg|HPG
hao phat|HPG
dic|DIG
kinh do|KDC
nhua|AAA BMP NTP
than|NBC TC6 TDN TVD CST
`;

/** Traded values that decide between equal matches: none, and each way around. */
const trades: readonly (readonly [string, (place: number) => number])[] = [
  ["no trades", () => 0],
  ["more trades of what is listed first", (place) => 1_000 - place],
  ["more trades of what is listed last", (place) => place + 1],
  ["trades in mixed order", (place) => 1 + ((place * 7_919) % 997)],
];

test.each(trades)("finds what investors mean first, with %s", async (_, quantityOf) => {
  const { board, records } = await openBoard();
  for (const [place, { symbol, referencePrice: price }] of records.entries()) {
    const quantity = quantityOf(place) * 100;
    if (quantity > 0) board.apply({ kind: "trade", symbol, seq: 1, atMs, price, quantity, side: "buy" });
  }
  board.takeChangedSymbols();
  expect(readQueries(searchQueries).length).toBe(100);
  expect(findMissed(board, searchQueries + formerlyMissed.slice(1))).toEqual([]);
});

import { type CatalogLine, importCatalog } from "@trading-oms/brokerage";
import type { InstrumentRecord } from "@trading-oms/market";
import { checkAnswer, type JudgedAnswer } from "./check-answer.ts";
import { type PlannedServer, planServer, testNowMs } from "./plan-server.ts";

/** The path of the symbol search. */
export const searchPath = "/api/v1/MarketData/GetSymbolSearch";

/** A share on HOSE. */
export function stock(
  symbol: string,
  companyName: string,
  more: Partial<InstrumentRecord> = {},
): InstrumentRecord {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName,
    referencePrice: 80_000_000n,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
    ...more,
  };
}

const future: InstrumentRecord = {
  symbol: "41I1GB000",
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30F2611",
  companyName: "Hợp đồng tương lai chỉ số VN30 tháng 11/2026",
  tickerCode: "VN30F2611",
  referencePrice: 1_461_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2026-11-19",
  contractSize: 100_000n,
};

/** Instruments of every kind that a search distinguishes. */
export const someInstruments: readonly InstrumentRecord[] = [
  stock("FPT", "Công ty Cổ phần FPT", { sectorLevel1: "Công nghệ thông tin", logoId: "logo-fpt" }),
  stock("FRT", "Công ty Cổ phần Bán lẻ Kỹ thuật số FPT"),
  stock("FTS", "Công ty Cổ phần Chứng khoán FPT"),
  stock("HPG", "Công ty Cổ phần Tập đoàn Hòa Phát"),
  stock("VNM", "Công ty Cổ phần Sữa Việt Nam (Vinamilk)"),
  stock("VCB", "Ngân hàng TMCP Ngoại thương Việt Nam"),
  stock("BID", "Ngân hàng TMCP Đầu tư và Phát triển Việt Nam"),
  stock("DXG", "Công ty Cổ phần Tập đoàn Đất Xanh"),
  future,
];

/** Yields instruments as lines of a catalog file. */
export async function* linesOf(records: readonly InstrumentRecord[]): AsyncGenerator<CatalogLine> {
  for (const [index, record] of records.entries()) yield { line: index + 2, record };
}

/** Replaces the catalog by these instruments. */
export async function list(server: PlannedServer, records: readonly InstrumentRecord[]): Promise<void> {
  const outcome = await importCatalog(server.services, linesOf(records));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  await server.book.refresh();
}

/** Opens a test server with some instruments, on a clock that advances 0.25 ms per reading. */
export async function planListed(given: Parameters<typeof planServer>[0] = {}): Promise<PlannedServer> {
  let elapsedMs = 0;
  const monotonicMs = (): number => {
    elapsedMs += 0.25;
    return elapsedMs;
  };
  const server = await planServer({ monotonicMs, ...given });
  await list(server, someInstruments);
  return server;
}

/** Searches, and validates the answer against the document. */
export async function search(server: PlannedServer, rest: string, init?: RequestInit): Promise<JudgedAnswer> {
  return checkAnswer("searchSymbols", await server.fetch(`${searchPath}/${rest}`, init));
}

/** The entries that were found. */
export function dataOf({ body }: JudgedAnswer): Record<string, unknown>[] {
  return body["data"] as Record<string, unknown>[];
}

/** The symbols that were found. */
export function symbolsOf(answer: JudgedAnswer): unknown[] {
  return dataOf(answer).map(({ symbol }) => symbol);
}

/** Applies a trade as from a feed. */
export function tell(
  server: PlannedServer,
  symbol: string,
  seq: number,
  price: bigint,
  atMs = testNowMs,
): void {
  const trade = { kind: "trade", symbol, seq, atMs, price, quantity: 100, side: "buy" } as const;
  if (server.board.apply(trade) !== "applied") throw new Error("The trade was not applied.");
  server.board.takeChangedSymbols();
}

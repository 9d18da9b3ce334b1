import { type CatalogLine, importCatalog, type Services } from "@trading-oms/brokerage";
import type { InstrumentRecord } from "@trading-oms/market";

const equity: Omit<InstrumentRecord, "symbol"> = {
  exchange: "HOSE",
  type: "stock",
  name: "FPT",
  companyName: "Công ty Cổ phần FPT",
  referencePrice: 80_000_000n,
  lot: 100n,
  minQuantity: 100n,
  maxQuantity: 500_000n,
};

const future: Omit<InstrumentRecord, "symbol"> = {
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30F2611",
  companyName: "VN30 Index Futures 11/2026",
  referencePrice: 1_461_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2026-11-19",
  contractSize: 100_000n,
};

/** Lists equities on HOSE, and index futures for symbols that begin with 41I. */
export async function listInstruments(services: Services, ...symbols: readonly string[]): Promise<void> {
  const outcome = await importCatalog(services, linesOf(symbols));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
}

async function* linesOf(symbols: readonly string[]): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of symbols.entries()) {
    yield { line: index + 2, record: { ...(symbol.startsWith("41I") ? future : equity), symbol } };
  }
}

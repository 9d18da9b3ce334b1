import { type CatalogLine, importCatalog, type Services, setRates } from "@trading-oms/brokerage";

/** Lists FPT on HOSE and a contract of VN30F, with the rates that their groups usually have. */
export async function loadMarket(services: Services): Promise<void> {
  const imported = await importCatalog(services, lines());
  if (imported.kind !== "done") throw new Error(JSON.stringify(imported));
  for (const [name, marginRatio, marginCallRate, forceCloseRate] of [
    ["STO", 500_000n, 400_000n, 300_000n],
    ["DVX", 50_000n, 30_000n, 20_000n],
  ] as const) {
    const set = await setRates(services, {
      level: "group",
      name,
      rates: { marginRatio, marginCallRate, forceCloseRate },
    });
    if (set.kind !== "done") throw new Error(set.message);
  }
}

async function* lines(): AsyncGenerator<CatalogLine> {
  yield {
    line: 2,
    record: {
      exchange: "HOSE",
      type: "stock",
      symbol: "FPT",
      name: "FPT",
      companyName: "Công ty Cổ phần FPT",
      referencePrice: 80_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    },
  };
  yield {
    line: 3,
    record: {
      exchange: "DERIVATIVES",
      type: "future",
      symbol: "41I1GB000",
      name: "VN30F2611",
      companyName: "VN30 Index Futures 11/2026",
      referencePrice: 1_461_000n,
      lot: 1n,
      minQuantity: 1n,
      maxQuantity: 500n,
      underlyingSymbolCode: "VN30",
      expirationDate: "2026-11-19",
      contractSize: 100_000n,
    },
  };
}

import { type CatalogLine, importCatalog, type Services, setRates } from "@trading-oms/brokerage";

const letterCount = 26;

/** Lists so many companies, with names that differ, and the rates of their group. */
export async function loadLargeMarket(services: Services, count: number): Promise<void> {
  const imported = await importCatalog(services, lines(count));
  if (imported.kind !== "done") throw new Error("The catalog was refused.");
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const set = await setRates(services, { level: "group", name: "STO", rates });
  if (set.kind !== "done") throw new Error(set.message);
}

async function* lines(count: number): AsyncGenerator<CatalogLine> {
  for (let index = 0; index < count; index += 1) {
    const symbol = symbolOf(index);
    yield {
      line: index + 2,
      record: {
        exchange: "HOSE",
        type: "stock",
        symbol,
        name: symbol,
        companyName: `Công ty Cổ phần ${symbol} số ${index}`,
        sectorLevel1: "Công nghiệp",
        referencePrice: 25_000_000n,
        lot: 100n,
        minQuantity: 100n,
        maxQuantity: 500_000n,
      },
    };
  }
}

/** Four letters, each index others. */
export function symbolOf(index: number): string {
  let rest = index;
  let symbol = "";
  for (let place = 0; place < 4; place += 1) {
    symbol = String.fromCharCode(65 + (rest % letterCount)) + symbol;
    rest = Math.floor(rest / letterCount);
  }
  return symbol;
}

import type { CatalogLine } from "@trading-oms/brokerage";

/** A catalog of stocks on HOSE at 100,000, as lines of a file. */
export async function* linesOf(...symbols: readonly string[]): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of symbols.entries()) {
    const record = {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần ${symbol}`,
      referencePrice: 100_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
    yield { line: index + 2, record };
  }
}

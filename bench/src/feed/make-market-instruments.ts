import type { Instrument } from "@trading-oms/market";

/** Makes as many shares of HOSE as asked for, always the same, that a played exchange can trade. */
export function makeMarketInstruments(count: number): Instrument[] {
  return Array.from({ length: count }, (_, index) => {
    const symbol = `S${String(index).padStart(4, "0")}`;
    return {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần ${symbol}`,
      sectorLevel1: "Technology",
      sectorLevel2: "Technology",
      sectorLevel3: "Software and Computer Services",
      industryName: "Software and Computer Services",
      referencePrice: BigInt(12_000 + (index % 600) * 50) * 1_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
  });
}

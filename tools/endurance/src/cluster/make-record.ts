import type { InstrumentRecord } from "@trading-oms/market";

/** Makes the record of an equity as a catalog has it. */
export function makeRecord(symbol: string): InstrumentRecord {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName: `Công ty Cổ phần ${symbol}`,
    referencePrice: 25_000_000n,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
  };
}

import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";

/** A share on HOSE. */
export function shareNamed(
  symbol: string,
  referencePrice: Price,
  details: Partial<Instrument> = {},
): Instrument {
  return {
    symbol,
    exchange: "HOSE",
    type: "stock",
    name: symbol,
    companyName: `Công ty Cổ phần ${symbol}`,
    tickerCode: symbol,
    referencePrice,
    lot: 100n,
    minQuantity: 100n,
    maxQuantity: 500_000n,
    ...details,
  };
}

/** A VN30 future that expires on 2026-12-17. */
export function futureNamed(symbol: string, referencePrice: Price): Instrument {
  return {
    symbol,
    exchange: "DERIVATIVES",
    type: "future",
    name: "VN30F2612",
    companyName: "Hợp đồng tương lai chỉ số VN30 tháng 12/2026",
    tickerCode: "VN30F2612",
    referencePrice,
    lot: 1n,
    minQuantity: 1n,
    maxQuantity: 500n,
    underlyingSymbolCode: "VN30",
    expirationDate: "2026-12-17",
    contractSize: 100_000n,
  };
}

/** Shares and funds of every exchange and price step, and a future on the HOSE shares. */
export function listSomeInstruments(): Instrument[] {
  return [
    shareNamed("FPT", 81_000_000n),
    shareNamed("HPG", 26_350_000n),
    shareNamed("HAG", 9_980_000n),
    shareNamed("VCB", 50_000_000n),
    shareNamed("E1VFVN30", 24_810_000n, { type: "etf" }),
    shareNamed("CFPT2601", 1_490_000n, { type: "warrant", underlyingSymbolCode: "FPT" }),
    shareNamed("SHS", 18_500_000n, { exchange: "HNX" }),
    shareNamed("BSR", 21_400_000n, { exchange: "UPCOM" }),
    futureNamed("41I1GC000", 1_470_000n),
  ];
}

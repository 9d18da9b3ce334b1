import { describe, expect, test } from "vitest";
import { checkInstrument, type InstrumentRecord } from "./index.ts";

const fpt: InstrumentRecord = {
  symbol: "FPT",
  exchange: "HOSE",
  type: "stock",
  name: "FPT Corp",
  companyName: "Công ty Cổ phần FPT",
  sectorLevel1: "Technology",
  referencePrice: 100_000_000n,
  lot: 100n,
  minQuantity: 1n,
  maxQuantity: 500_000n,
};

const april: InstrumentRecord = {
  symbol: "41I1F4000",
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30 04/2025",
  companyName: "VN30 Index Future 04/2025",
  tickerCode: "VN30F2504",
  referencePrice: 1_461_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2025-04-17",
  contractSize: 100_000n,
};

const bondFuture: InstrumentRecord = {
  ...april,
  symbol: "41B5G3000",
  name: "GB05 03/2026",
  companyName: "5-Year Government Bond Future 03/2026",
  tickerCode: "GB05F2603",
  referencePrice: 106_726_000n,
  underlyingSymbolCode: "GB05",
  // The 15th is a Sunday.
  expirationDate: "2026-03-13",
  contractSize: 10_000n,
};

const warrant: InstrumentRecord = {
  ...fpt,
  symbol: "CFPT2501",
  type: "warrant",
  referencePrice: 1_510_000n,
  underlyingSymbolCode: "FPT",
  expirationDate: "2025-12-01",
};

test.each([
  ["a share", fpt],
  ["a future", april],
  ["a future on VN100", { ...april, symbol: "41I2F4000", underlyingSymbolCode: "VN100" }],
  ["a future on bonds of 5 years", bondFuture],
  [
    "a future on bonds of 10 years, without an underlying",
    { ...bondFuture, symbol: "41BAG3000", underlyingSymbolCode: undefined },
  ],
  ["a warrant", warrant],
  [
    "an ETF of HNX at a price of one VND more",
    { ...fpt, exchange: "HNX", type: "etf", referencePrice: 10_001_000n },
  ],
  ["a share of UPCOM", { ...fpt, exchange: "UPCOM", referencePrice: 10_100_000n }],
  ["a symbol of 32 characters", { ...fpt, symbol: "A".repeat(32) }],
  ["a symbol of every kind of character", { ...fpt, symbol: "Az09._-" }],
  ["a name of 200 characters, most of them beyond the first plane", { ...fpt, name: "𝔽".repeat(200) }],
  ["a share that is ordered in one quantity alone", { ...fpt, minQuantity: 100n, maxQuantity: 100n }],
  ["a future that expires before a holiday", { ...april, expirationDate: "2025-04-16" }],
])("accepts %s and returns it", (_, record) => {
  expect(checkInstrument(record)).toEqual({ kind: "accepted", instrument: record });
});

describe("a row with one fault is refused with one sentence that names the field and its correction", () => {
  const characters = "write 1 to 32 of A–Z a–z 0–9 . _ -.";
  const visible = "write 1 to 200 characters, none of them a control character, no space at either end";
  test.each<[InstrumentRecord, string]>([
    [{ ...fpt, symbol: "" }, `symbol is "": ${characters}`],
    [{ ...fpt, symbol: "A".repeat(33) }, `symbol is "${"A".repeat(33)}": ${characters}`],
    [{ ...fpt, symbol: "A B" }, `symbol is "A B": ${characters}`],
    [{ ...fpt, symbol: "HÒA" }, `symbol is "HÒA": ${characters}`],
    [{ ...fpt, symbol: "FPT\n" }, `symbol is "FPT\\n": ${characters}`],
    [{ ...fpt, tickerCode: "a/b" }, `tickerCode is "a/b": ${characters}`],
    [{ ...fpt, name: "" }, `name is "": ${visible}.`],
    [{ ...fpt, name: " FPT" }, `name is " FPT": ${visible}.`],
    [{ ...fpt, name: "F\u0000T" }, `name is "F\\u0000T": ${visible}.`],
    [{ ...fpt, name: "F\ud800" }, `name is "F\ufffd": ${visible}.`],
    [{ ...fpt, companyName: "F".repeat(201) }, `companyName is "${"F".repeat(40)}…": ${visible}.`],
    [{ ...fpt, sectorLevel2: "" }, `sectorLevel2 is "": ${visible}, or leave it out.`],
    [{ ...fpt, exchange: "NYSE" }, 'exchange is "NYSE": write HOSE, HNX, UPCOM, DERIVATIVES.'],
    [{ ...fpt, exchange: "hose" }, 'exchange is "hose": write HOSE, HNX, UPCOM, DERIVATIVES.'],
    [{ ...fpt, exchange: "toString" }, 'exchange is "toString": write HOSE, HNX, UPCOM, DERIVATIVES.'],
    [{ ...fpt, type: "bond" }, 'type is "bond": on HOSE write stock, etf, warrant.'],
    [{ ...warrant, exchange: "HNX" }, 'type is "warrant": on HNX write stock, etf.'],
    [{ ...fpt, type: "future" }, 'type is "future": on HOSE write stock, etf, warrant.'],
    [
      { ...fpt, referencePrice: 10_020_000n },
      "referencePrice 10020 is off its step of 50: write 10000 or 10050.",
    ],
    [{ ...fpt, referencePrice: 5_000n }, "referencePrice 5 is off its step of 10: write 10."],
    [
      { ...fpt, referencePrice: 49_999_000n },
      "referencePrice 49999 is off its step of 50: write 49950 or 50000.",
    ],
    [
      { ...april, referencePrice: 1_461_050n },
      "referencePrice 1461.05 is off its step of 0.1: write 1461 or 1461.1.",
    ],
    [
      { ...fpt, referencePrice: 0n },
      "referencePrice is out of range: write a price above 0, up to 9007199254740.991.",
    ],
    [
      { ...fpt, referencePrice: 9_007_199_254_800_000n },
      "referencePrice is out of range: write a price above 0, up to 9007199254740.991.",
    ],
    [{ ...fpt, lot: 10n }, "lot is 10: on HOSE write 100."],
    [{ ...april, lot: 100n }, "lot is 100: on DERIVATIVES write 1."],
    [{ ...fpt, minQuantity: 0n }, "minQuantity is 0: write 1 or more."],
    [
      { ...fpt, maxQuantity: 9_007_199_254_740_992n },
      "maxQuantity is 9007199254740992: on HOSE write 9007199254740991 or less.",
    ],
    [
      { ...fpt, minQuantity: 100n, maxQuantity: 99n },
      "maxQuantity 99 is below minQuantity 100: write as much or more.",
    ],
    [{ ...april, maxQuantity: 501n }, "maxQuantity is 501: on DERIVATIVES write 500 or less."],
    [{ ...fpt, contractSize: 1n }, "contractSize is 1: leave it empty for a stock."],
    [{ ...fpt, expirationDate: "2025-04-17" }, "expirationDate is 2025-04-17: leave it empty for a stock."],
    [{ ...fpt, underlyingSymbolCode: "VN30" }, "underlyingSymbolCode is VN30: leave it empty for a stock."],
    [{ ...warrant, contractSize: 1n }, "contractSize is 1: leave it empty for a warrant."],
    [
      { ...warrant, underlyingSymbolCode: undefined },
      "underlyingSymbolCode is missing: write the symbol of the warrant's underlying.",
    ],
    [
      { ...warrant, expirationDate: "2025-02-30" },
      "expirationDate is 2025-02-30: write the last trading date as yyyy-MM-dd.",
    ],
    [
      { ...april, symbol: "VN30F1M" },
      'symbol "VN30F1M" is not the code of a future: write one such as 41I1F4000, not its alias. Codes begin with 41I1, 41I2, 41B5, 41BA.',
    ],
    [{ ...april, underlyingSymbolCode: "FPT" }, "underlyingSymbolCode is FPT: for 41I1F4000 write VN30."],
    [
      { ...april, underlyingSymbolCode: undefined },
      "underlyingSymbolCode is missing: for 41I1F4000 write VN30.",
    ],
    [{ ...april, contractSize: undefined }, "contractSize is missing: for 41I1F4000 write 100000."],
    [{ ...april, contractSize: 10_000n }, "contractSize is 10000: for 41I1F4000 write 100000."],
    [
      { ...april, expirationDate: undefined },
      "expirationDate is missing: write the last trading date as yyyy-MM-dd.",
    ],
    [{ ...april, expirationDate: "17/04/2025" }, expirationFault("17/04/2025")],
    [{ ...april, expirationDate: "2025-04-18" }, monthFault("2025-04-18")],
    [{ ...april, expirationDate: "2025-03-20" }, monthFault("2025-03-20")],
    [{ ...april, expirationDate: "2025-04-13" }, monthFault("2025-04-13")],
    [{ ...bondFuture, contractSize: 100_000n }, "contractSize is 100000: for 41B5G3000 write 10000."],
    [
      { ...bondFuture, referencePrice: 106_726_500n },
      "referencePrice 106726.5 is off its step of 1: write 106726 or 106727.",
    ],
    [{ ...bondFuture, maxQuantity: 501n }, "maxQuantity is 501: on DERIVATIVES write 500 or less."],
    [
      { ...bondFuture, expirationDate: "2026-03-19" },
      "expirationDate is 2026-03-19: 41B5G3000 expires on 2026-03-13, or on the trading day before a holiday.",
    ],
  ])("refuses %o and says what to write", (record, fault) => {
    expect(checkInstrument(record)).toEqual({ kind: "refused", faults: [fault] });
  });
});

test("reports all faults of a row at once, without exchange rules if the exchange is unknown", () => {
  const record = { ...fpt, symbol: "F T", name: "", lot: 1n, referencePrice: 1n };
  expect(checkInstrument(record)).toMatchObject({ kind: "refused", faults: { length: 4 } });
  expect(checkInstrument({ ...record, exchange: "NYSE" })).toMatchObject({ faults: { length: 3 } });
});

function expirationFault(date: string): string {
  return `expirationDate is ${date}: write the last trading date as yyyy-MM-dd.`;
}

function monthFault(date: string): string {
  return `expirationDate is ${date}: 41I1F4000 expires on 2025-04-17, or on the trading day before a holiday.`;
}

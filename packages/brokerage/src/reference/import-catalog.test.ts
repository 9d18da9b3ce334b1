import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { fpt, linesOf, list, planServices } from "../testing/plan-services.ts";
import { findInstrument, importCatalog } from "./catalog.ts";
import { readEffectiveRates, setRates } from "./rates.ts";

test("keeps a catalog to the last digit", async () => {
  const { services } = planServices();
  await list(services, fpt);
  expect(await findInstrument(services, "FPT")).toEqual(fpt);
});

test("rejects a faulty catalog as a whole and reports each fault with its line", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const vnm = { ...fpt, symbol: "VNM" };
  const refused = await importCatalog(
    services,
    linesOf([vnm, { ...fpt, symbol: "HPG", referencePrice: 25_010_000n }, vnm]),
  );
  expect(refused).toEqual({
    kind: "refused",
    faultCount: 2,
    faults: [
      { line: 3, fault: expect.stringContaining("referencePrice 25010 is off its step") },
      { line: 4, fault: "symbol VNM stands on line 2 already: leave out one of them." },
    ],
  });
  expect(await findInstrument(services, "VNM")).toBeUndefined();
  expect(await findInstrument(services, "FPT")).toBeDefined();
});

test("reports the first twenty faults and counts all", async () => {
  const { services } = planServices();
  const lines = Array.from({ length: 50 }, (_, index) => ({ line: index + 2, fault: "has no symbol" }));
  const refused = await importCatalog(services, asStream(lines));
  expect(refused).toMatchObject({ kind: "refused", faultCount: 50 });
  expect(refused.kind === "refused" && refused.faults).toHaveLength(20);
});

test("uses an instrument's own rates, else those of its group, else fully paid", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const instrument = await findInstrument(services, "FPT");
  if (instrument === undefined) return expect.unreachable("FPT was listed.");
  const ratioOf = async () => (await readEffectiveRates(services, instrument)).marginRatio;
  expect(await ratioOf()).toBe(1_000_000n);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "group", name: "STO", rates });
  expect(await ratioOf()).toBe(500_000n);
  await setRates(services, { level: "symbol", name: "FPT", rates: { ...rates, marginRatio: 600_000n } });
  expect(await ratioOf()).toBe(600_000n);
});

test("rejects rates of an unknown group by its name", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STQ", rates })).toMatchObject({
    code: "name-not-valid",
    message: "There is no group STQ; write STO, STX, UPX, DVX.",
  });
  expect(memory.rates).toEqual([]);
});

const vn30Future: InstrumentRecord = {
  symbol: "41I1GB000",
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

test.each([
  ["symbol", "FTP", "no-such-instrument", "FTP is not listed; did you mean FPT?"],
  ["symbol", "fpt", "no-such-instrument", "fpt is not listed; did you mean FPT?"],
  ["symbol", "ZZZZ", "no-such-instrument", "ZZZZ is not listed; import it first."],
  [
    "symbol",
    "VN30F1M",
    "name-not-valid",
    "VN30F1M is an alias, today of the contract 41I1G1000, which is not listed; name the product VN30F.",
  ],
  ["symbol", "VN30F", "name-not-valid", "VN30F is a product, not a symbol."],
  ["symbol", "STO", "name-not-valid", "STO is a group, not a symbol."],
  ["product", "FPT", "name-not-valid", "FPT is a symbol, not a product."],
  ["product", "VN100F", "name-not-valid", "There is no product VN100F; write VN30F."],
  [
    "product",
    "VN30F2M",
    "name-not-valid",
    "VN30F2M is an alias, today of the contract 41I1G2000, which is not listed; name the product VN30F.",
  ],
  ["group", "HOSE", "name-not-valid", "The group of HOSE is STO; write that."],
] as const)("rejects rates of the %s %s, which does not exist", async (level, name, code, message) => {
  const { services, memory } = planServices();
  await list(services, fpt, vn30Future);
  const atMs = Date.UTC(2026, 0, 5, 3);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const setting = { level, name, rates };
  expect(await setRates({ ...services, now: () => atMs }, setting)).toEqual({
    kind: "refused",
    code,
    message,
  });
  expect(memory.rates).toEqual([]);
  for (const exists of [
    { level: "symbol", name: "41I1GB000" },
    { level: "product", name: "VN30F" },
  ] as const)
    expect(await setRates(services, { ...exists, rates })).toMatchObject({ kind: "done" });
});

test.each([
  [[vn30Future], "; name the symbol 41I1GB000 or the product VN30F."],
  [[], ", which is not listed; import it first."],
])("names for an alias only what is listed", async (futures, advice) => {
  const { services } = planServices();
  await list(services, fpt, ...futures);
  const now = () => Date.UTC(2026, 10, 5, 3);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates({ ...services, now }, { level: "symbol", name: "VN30F1M", rates })).toMatchObject({
    message: `VN30F1M is an alias, today of the contract 41I1GB000${advice}`,
  });
});

test("rejects rates in the wrong order and warns of equal ones", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 300_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates })).toMatchObject({
    kind: "refused",
    code: "rates-not-valid",
    message: expect.stringContaining("above marginRatio"),
  });
  expect(memory.rates).toEqual([]);
  const equal = { ...rates, marginRatio: 400_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: equal })).toMatchObject({
    kind: "done",
    warnings: [expect.stringContaining("first loss is a margin call")],
  });
});

async function* asStream<Each>(each: readonly Each[]): AsyncGenerator<Each> {
  yield* each;
}

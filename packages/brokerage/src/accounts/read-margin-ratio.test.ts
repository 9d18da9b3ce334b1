import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { openReferenceBook } from "../reference/book.ts";
import type { RatesSetting } from "../reference/rates.ts";
import { setRates } from "../settings/set-rates.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { readMarginRatio } from "./figures.ts";

const ofOwn = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const ofProduct = { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n };
const ofGroup = { marginRatio: 600_000n, marginCallRate: 350_000n, forceCloseRate: 250_000n };
const fullyPaid = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** The contract of November 2026, which expires on the 19th. */
const november: InstrumentRecord = {
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
const december: InstrumentRecord = { ...november, symbol: "41I1GC000", expirationDate: "2026-12-17" };

const bonds: InstrumentRecord = {
  ...november,
  symbol: "41BAGC000",
  name: "GB10F2612",
  companyName: "10-Year Government Bond Futures 12/2026",
  referencePrice: 106_726_000n,
  underlyingSymbolCode: "GB10",
  expirationDate: "2026-12-15",
  contractSize: 10_000n,
};

async function ask(asked: string, settings: readonly RatesSetting[], atText = "2026-11-18T10:00:00+07:00") {
  const { services } = planServices();
  await list(services, fpt, november, december, bonds);
  for (const setting of settings) await setRates(services, setting);
  const book = await openReferenceBook(services);
  return readMarginRatio({ book, now: () => Date.parse(atText) }, asked);
}

test("uses the figures of the symbol, else of its group, else fully paid", async () => {
  const group: RatesSetting = { level: "group", name: "STO", rates: ofGroup };
  const own: RatesSetting = { level: "symbol", name: "FPT", rates: ofOwn };
  expect(await ask("FPT", [group, own])).toEqual({ kind: "done", asked: "FPT", rates: ofOwn, group: "STO" });
  expect(await ask("FPT", [group])).toMatchObject({ rates: ofGroup });
  expect(await ask("FPT", [])).toMatchObject({ rates: fullyPaid });
});

test("uses the figures of the product for a contract without its own", async () => {
  const product: RatesSetting = { level: "product", name: "VN30F", rates: ofProduct };
  const group: RatesSetting = { level: "group", name: "DVX", rates: ofGroup };
  expect(await ask("41I1GB000", [group, product])).toMatchObject({ rates: ofProduct, group: "DVX" });
  expect(await ask("41I1GB000", [group])).toMatchObject({ rates: ofGroup });
});

test("gives each product its own figures, also under an alias", async () => {
  const settings: readonly RatesSetting[] = [
    { level: "product", name: "VN30F", rates: ofGroup },
    { level: "product", name: "GB10F", rates: ofProduct },
  ];
  for (const asked of ["GB10F", "41BAGC000", "GB10F1Q"]) {
    expect(await ask(asked, settings)).toMatchObject({ asked, rates: ofProduct, group: "DVX" });
  }
  expect(await ask("VN30F1M", settings)).toMatchObject({ rates: ofGroup });
});

test("answers for a product by its code without affecting a contract's own figures", async () => {
  const contract: RatesSetting = { level: "symbol", name: "41I1GB000", rates: ofOwn };
  const product: RatesSetting = { level: "product", name: "VN30F", rates: ofProduct };
  expect(await ask("VN30F", [contract, product])).toEqual({
    kind: "done",
    asked: "VN30F",
    rates: ofProduct,
    group: "DVX",
  });
  expect(await ask("VN30F", [contract])).toMatchObject({ rates: fullyPaid });
});

test("answers for an alias with the figures of the contract of the day, under the alias", async () => {
  const own: RatesSetting = { level: "symbol", name: "41I1GB000", rates: ofOwn };
  const onTheLastDay = await ask("VN30F1M", [own], "2026-11-19T14:00:00+07:00");
  expect(onTheLastDay).toMatchObject({ asked: "VN30F1M", rates: ofOwn, group: "DVX" });
  expect(await ask("VN30F1M", [own], "2026-11-20T00:00:00+07:00")).toMatchObject({ rates: fullyPaid });
});

test.each(["STO", "DVX", "fpt", "VNM", "VN30", "VN31F", "VN30F1Q", "__proto__", "constructor", ""])(
  "has no figures for the unlisted name %s",
  async (asked) => {
    expect(await ask(asked, [{ level: "group", name: "DVX", rates: ofGroup }])).toMatchObject({
      kind: "refused",
      code: "no_such_instrument",
    });
  },
);

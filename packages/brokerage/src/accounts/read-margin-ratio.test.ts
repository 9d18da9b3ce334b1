import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { openReferenceBook } from "../reference/book.ts";
import { type RatesSetting, setRates } from "../reference/rates.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { readMarginRatio } from "./figures.ts";

const ofOwn = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const ofProduct = { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n };
const ofGroup = { marginRatio: 600_000n, marginCallRate: 350_000n, forceCloseRate: 250_000n };
const fullyPaid = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** The contract of November 2026, which ends on the 19th. */
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

async function ask(asked: string, settings: readonly RatesSetting[], atText = "2026-11-18T10:00:00+07:00") {
  const { services } = planServices();
  await list(services, fpt, november, december);
  for (const setting of settings) await setRates(services, setting);
  const book = await openReferenceBook(services);
  return readMarginRatio({ book, now: () => Date.parse(atText) }, asked);
}

test("the figures of a symbol are its own, else those of its group, else those of what is fully paid", async () => {
  const group: RatesSetting = { level: "group", name: "STO", rates: ofGroup };
  const own: RatesSetting = { level: "symbol", name: "FPT", rates: ofOwn };
  expect(await ask("FPT", [group, own])).toEqual({ kind: "done", asked: "FPT", rates: ofOwn, group: "STO" });
  expect(await ask("FPT", [group])).toMatchObject({ rates: ofGroup });
  expect(await ask("FPT", [])).toMatchObject({ rates: fullyPaid });
});

test("a contract without figures of its own has those of its product", async () => {
  const product: RatesSetting = { level: "product", name: "VN30F", rates: ofProduct };
  const group: RatesSetting = { level: "group", name: "DVX", rates: ofGroup };
  expect(await ask("41I1GB000", [group, product])).toMatchObject({ rates: ofProduct, group: "DVX" });
  expect(await ask("41I1GB000", [group])).toMatchObject({ rates: ofGroup });
});

test("a product may be asked for itself, and does not take over the figures of a contract", async () => {
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

test("an alias has the figures of the contract that it stands for that day, under its own name", async () => {
  const own: RatesSetting = { level: "symbol", name: "41I1GB000", rates: ofOwn };
  const onTheLastDay = await ask("VN30F1M", [own], "2026-11-19T14:00:00+07:00");
  expect(onTheLastDay).toMatchObject({ asked: "VN30F1M", rates: ofOwn, group: "DVX" });
  expect(await ask("VN30F1M", [own], "2026-11-20T00:00:00+07:00")).toMatchObject({ rates: fullyPaid });
});

test.each(["STO", "DVX", "fpt", "VNM", "VN30", "VN31F", "VN30F1Q", "__proto__", "constructor", ""])(
  "what is not listed has no figures: %s",
  async (asked) => {
    expect(await ask(asked, [{ level: "group", name: "DVX", rates: ofGroup }])).toMatchObject({
      kind: "refused",
      code: "no-such-instrument",
    });
  },
);

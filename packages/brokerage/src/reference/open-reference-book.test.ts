import { expect, test } from "vitest";
import type { Store } from "../ports/index.ts";
import { setRates } from "../settings/set-rates.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { openReferenceBook } from "./book.ts";

const half = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

test("a book keeps the catalog and the rates from its opening until it is refreshed", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const book = await openReferenceBook(services);
  await list(services, fpt, { ...fpt, symbol: "VNM" });
  await setRates(services, { level: "group", name: "STO", rates: half });
  expect(book.findInstrument("VNM")).toBeUndefined();
  expect(book.ratesOf(fpt as Parameters<typeof book.ratesOf>[0]).marginRatio).toBe(1_000_000n);
  expect(await book.refresh()).toBe(true);
  expect(book.findInstrument("VNM")).toMatchObject({ symbol: "VNM", exchange: "HOSE" });
  expect(book.ratesOf({ symbol: "VNM", exchange: "HOSE" })).toEqual(half);
  expect(await book.refresh()).toBe(false);
});

test("a refresh removes delisted instruments and updates changed ones", async () => {
  const { services } = planServices();
  await list(services, fpt, { ...fpt, symbol: "VNM" });
  const book = await openReferenceBook(services);
  expect(book.findInstrument("FPT")?.companyName).toBe("Công ty Cổ phần FPT");
  await list(services, { ...fpt, companyName: "FPT mới" });
  await book.refresh();
  expect(book.findInstrument("FPT")?.companyName).toBe("FPT mới");
  expect(book.findInstrument("VNM")).toBeUndefined();
});

test("holds a catalog of several parts completely", async () => {
  const { services } = planServices();
  const symbols = Array.from({ length: 4_001 }, (_, index) => `S${String(index).padStart(5, "0")}`);
  await list(services, ...symbols.map((symbol) => ({ ...fpt, symbol })));
  const book = await openReferenceBook(services);
  expect(symbols.filter((symbol) => book.findInstrument(symbol) === undefined)).toEqual([]);
});

test("never mixes two catalogs when one is replaced during reading", async () => {
  const { services, memory } = planServices();
  await list(services, ...["A00", "A01"].map((symbol) => ({ ...fpt, symbol, name: "old" })));
  const listInstruments = memory.listInstruments.bind(memory);
  let isReplaced = false;
  memory.listInstruments = async (part) => {
    const rows = await listInstruments(part);
    if (!isReplaced) {
      isReplaced = true;
      await list(services, ...["B00"].map((symbol) => ({ ...fpt, symbol, name: "new" })));
    }
    return rows;
  };
  const book = await openReferenceBook(services);
  expect(book.findInstrument("A00")).toBeUndefined();
  expect(book.findInstrument("B00")?.name).toBe("new");
});

test("concurrent refreshes share one read", async () => {
  const { services, memory } = planServices();
  let asked = 0;
  const readVersions = memory.readVersions.bind(memory);
  const book = await openReferenceBook(services);
  memory.readVersions = () => {
    asked += 1;
    return readVersions();
  };
  expect(await Promise.all([book.refresh(), book.refresh(), book.refresh()])).toEqual([false, false, false]);
  expect(asked).toBe(1);
});

test("a failed refresh leaves the book unchanged, and the next one tries again", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  const book = await openReferenceBook(services);
  const readVersions = memory.readVersions.bind(memory);
  memory.readVersions = (() => Promise.reject(new Error("away"))) as Store["readVersions"];
  await expect(book.refresh()).rejects.toThrow("away");
  expect(book.findInstrument("FPT")).toBeDefined();
  memory.readVersions = readVersions;
  expect(await book.refresh()).toBe(false);
});

test("a refresh reports each part of a catalog it reads, and nothing without a change", async () => {
  const { services } = planServices();
  await list(services, fpt);
  const book = await openReferenceBook(services);
  const symbols = Array.from({ length: 3_500 }, (_, index) => `S${String(index).padStart(5, "0")}`);
  await list(services, ...symbols.map((symbol) => ({ ...fpt, symbol })));
  let parts = 0;
  const count = (): void => {
    parts += 1;
  };
  await book.refresh(count);
  expect(parts).toBe(3);
  await book.refresh(count);
  expect(parts).toBe(3);
});

test("opening and refreshing yield after each thousand rows of a catalog", async () => {
  const { services } = planServices();
  const many = Array.from({ length: 3_500 }, (_, index) => ({
    ...fpt,
    symbol: `S${String(index).padStart(5, "0")}`,
  }));
  await list(services, ...many);
  let breathCount = 0;
  const book = await openReferenceBook(services, {
    yieldToEventLoop: async () => {
      breathCount += 1;
    },
  });
  expect(breathCount).toBe(3);
  await list(services, ...many.slice(0, 2_500));
  await book.refresh();
  expect(breathCount).toBe(5);
});

test("adopts lower counters, as of a restored store, in a refresh and before a decision", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  for (const marginRatio of [500_000n, 600_000n, 700_000n])
    await setRates(services, { level: "group", name: "STO", rates: { ...half, marginRatio } });
  const [refreshed, deciding] = [await openReferenceBook(services), await openReferenceBook(services)];
  const ratioIn = (book: typeof refreshed) => book.ratesOf({ symbol: "FPT", exchange: "HOSE" }).marginRatio;
  expect([ratioIn(refreshed), ratioIn(deciding)]).toEqual([700_000n, 700_000n]);
  memory.versions = { ...memory.versions, rates: 0 };
  await setRates(services, { level: "group", name: "STO", rates: half });
  expect(memory.versions.rates).toBe(1);
  expect(await refreshed.refresh()).toBe(true);
  await deciding.catchUpWith(memory.versions);
  expect([ratioIn(refreshed), ratioIn(deciding)]).toEqual([500_000n, 500_000n]);
  expect(await refreshed.refresh()).toBe(false);
});

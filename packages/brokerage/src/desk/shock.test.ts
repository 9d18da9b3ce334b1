/** A shock gives what a fresh store says whose prices were set there, and refuses rows that name nothing. */
import { openPosition, type Rates } from "@trading-oms/margin";
import {
  type Instrument,
  type InstrumentRecord,
  isOnStep,
  onePrice,
  type Price,
  productGroupOf,
} from "@trading-oms/market";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outstandingOf } from "../accounts/account-status.ts";
import { shardOf } from "../accounts/accounts.ts";
import { isReservedChain } from "../accounts/chains.ts";
import { valueAccount } from "../accounts/figures.ts";
import type { PositionRecord } from "../ports/index.ts";
import { openProjection } from "../testing/plan-desk.ts";
import { fpt, list, planServices } from "../testing/plan-services.ts";
import { movePrice, type Shock, type ShockRow, shockPrices } from "./shock.ts";

const catalog: readonly InstrumentRecord[] = [
  { ...fpt, industryName: "Software" },
  { ...fpt, symbol: "HPG", industryName: "Steel", referencePrice: 9_990_000n },
  { ...fpt, symbol: "SHS", exchange: "HNX", industryName: "Brokers", referencePrice: 10_000_000n },
  { ...fpt, symbol: "E1VFVN30", type: "etf", referencePrice: 49_990_000n },
  {
    ...fpt,
    symbol: "41I1GB000",
    exchange: "DERIVATIVES",
    type: "future",
    referencePrice: 1_461_000n,
    contractSize: 100_000n,
    underlyingSymbolCode: "VN30",
    expirationDate: "2026-11-19",
    lot: 1n,
    minQuantity: 1n,
    maxQuantity: 500n,
  },
];
const symbols = catalog.map(({ symbol }) => symbol);

/** A book of accounts: rates and price by symbol, and positions. */
type Book = {
  readonly rates: ReadonlyMap<string, Rates>;
  readonly prices: ReadonlyMap<string, Price>;
  readonly accounts: readonly (readonly PositionRecord[])[];
};

const ratio = fc.bigInt({ min: 0n, max: 999_999n });
const arbitraryRates: fc.Arbitrary<Rates> = fc
  .tuple(ratio, ratio, ratio)
  .map((ratios) => ratios.toSorted((one, other) => (one < other ? -1 : 1)))
  .map(([forceCloseRate = 0n, marginCallRate = 0n, marginRatio = 0n]) => ({
    marginRatio,
    marginCallRate,
    forceCloseRate,
  }));

function priceNear(record: InstrumentRecord): fc.Arbitrary<Price> {
  return fc
    .bigInt({ min: 300n, max: 1_900n })
    .map((thousandths) => onStepFrom(record, (record.referencePrice * thousandths) / 1_000n, 1n));
}

const arbitraryBook: fc.Arbitrary<Book> = fc
  .record({
    rates: fc.tuple(...symbols.map(() => arbitraryRates)),
    prices: fc.tuple(...catalog.map(priceNear)),
    accounts: fc.array(
      fc.uniqueArray(
        fc.record({
          place: fc.integer({ min: 0, max: catalog.length - 1 }),
          quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
          isLong: fc.boolean(),
          entryThousandths: fc.bigInt({ min: 500n, max: 1_500n }),
          coveredThousandths: fc.bigInt({ min: 0n, max: 500n }),
          isClosing: fc.boolean(),
        }),
        { selector: ({ place }) => place, maxLength: 4 },
      ),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ rates, prices, accounts }) => ({
    rates: new Map(symbols.map((symbol, place) => [symbol, rates[place] as Rates])),
    prices: new Map(symbols.map((symbol, place) => [symbol, prices[place] ?? 1n])),
    accounts: accounts.map((positions) =>
      positions.map(({ place, quantity, isLong, entryThousandths, coveredThousandths, isClosing }) => {
        const { symbol, referencePrice, contractSize } = catalog[place] as InstrumentRecord;
        const size = BigInt(quantity);
        const unitVnd = (referencePrice * (contractSize ?? 1n)) / onePrice;
        const entryVnd = (size * unitVnd * entryThousandths) / 1_000n;
        const position = openPosition(isLong ? size : -size, entryVnd, rates[place] as Rates);
        const coveredVnd = (entryVnd * coveredThousandths) / 1_000n;
        return { ...position, symbol, coveredVnd, isClosing, openedAtMs: 1, changedAtMs: 1 };
      }),
    ),
  }));

const percent = fc.bigInt({ min: -990_000n, max: 2_000_000n });
const arbitraryRows: fc.Arbitrary<ShockRow[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ scope: fc.constant("all" as const), name: fc.constant(undefined), millionths: percent }),
    fc.record({
      scope: fc.constant("exchange" as const),
      name: fc.constantFrom("HOSE", "HNX", "DERIVATIVES"),
      millionths: percent,
    }),
    fc.record({
      scope: fc.constant("industry" as const),
      name: fc.constantFrom("Software", "Steel", "Brokers"),
      millionths: percent,
    }),
    fc.record({
      scope: fc.constant("group" as const),
      name: fc.constantFrom("STO", "STX", "DVX"),
      millionths: percent,
    }),
    fc.record({
      scope: fc.constant("symbol" as const),
      name: fc.constantFrom(...symbols),
      millionths: percent,
    }),
    fc.constantFrom(...catalog).chain((record) =>
      fc.record({
        scope: fc.constant("symbol" as const),
        name: fc.constant(record.symbol),
        price: priceNear(record),
      }),
    ),
  ),
  { selector: ({ scope, name }) => `${scope}/${name}`, minLength: 1, maxLength: 6 },
);

test("1,000 drawn books: what a shock gives is what a fresh store says at those prices, to the đồng", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryBook, arbitraryRows, async (book, rows) => {
      const { projection } = await openProjection((await open(book, book.prices)).services);
      const shock = (await shockPrices(projection, rows)) as Shock;
      const moved = new Map(catalog.map((record) => [record.symbol, move(record, book.prices, rows)]));
      const [before, after] = [await judge(book, book.prices), await judge(book, moved)];
      expect({ before: shock.before, after: shock.after }).toEqual({
        before: before.figures,
        after: after.figures,
      });
      expect(shock.histogram.map((bin) => [bin.currentCount, bin.movedCount])).toEqual(
        before.bins.map((count, bin) => [count, after.bins[bin]]),
      );
      const needy = after.accounts
        .map((each, place) => ({
          ...{ userId: "u", accountId: `A${place}` },
          ...{ calledBefore: before.accounts[place]?.called, calledAfter: each.called },
          ...{ outstandingBeforeVnd: before.accounts[place]?.vnd, outstandingAfterVnd: each.vnd },
        }))
        .filter(({ outstandingAfterVnd }) => outstandingAfterVnd > 0n)
        .toSorted((one, other) => (one.outstandingAfterVnd > other.outstandingAfterVnd ? -1 : 1));
      expect(shock.worst.map((each) => each.outstandingAfterVnd)).toEqual(
        needy.map((each) => each.outstandingAfterVnd),
      );
      expect(new Set(shock.worst)).toEqual(new Set(needy));
      const all = book.accounts.flat();
      expect(shock.positionCount).toBe(all.length);
      expect(shock.movedCount).toBe(
        all.filter(({ symbol }) => moved.get(symbol) !== book.prices.get(symbol)).length,
      );
    }),
    { numRuns: 1_000 },
  );
}, 120_000);

describe("a moved price", () => {
  test.each([
    ["falls to a step above", "FPT", 80_000, -70_010n, 74_400],
    ["falls exactly to a step", "FPT", 80_000, -100_000n, 72_000],
    ["falls over a border of steps", "FPT", 50_100, -70_000n, 46_600],
    ["rises to a step below", "FPT", 80_000, 71_000n, 85_600],
    ["rises over a border of steps", "FPT", 49_950, 1_200n, 50_000],
    ["stays when a step is wider than the move", "SHS", 10_000, -3_000n, 10_000],
    ["stays when a step is wider than the rise", "SHS", 10_000, 9_000n, 10_000],
    ["of a fall of 99 % stays above 0", "SHS", 100, -990_000n, 100],
    ["that is off the step does not rise by a fall", "FPT", 80_050, -100n, 80_050],
    ["that is off the step does not fall by a rise", "FPT", 80_050, 100n, 80_050],
    ["may leave the band of the day", "FPT", 80_000, -500_000n, 40_000],
    ["of a future is on a tenth of a point", "41I1GB000", 1_461, -70_000n, 1_358.8],
  ])("%s", (_, symbol, price, millionths, expected) => {
    const record = catalog.find((each) => each.symbol === symbol) as InstrumentRecord;
    const instrument = instrumentOf(record);
    const priceOf = (whole: number): Price => BigInt(Math.round(whole * 1_000));
    expect(movePrice(instrument, priceOf(price), millionths)).toBe(priceOf(expected));
  });
});

test.each<[string, ShockRow[], string]>([
  ["no row", [], "name_not_valid"],
  ["an unknown symbol", [{ scope: "symbol", name: "XYZ", millionths: 1n }], "no_such_instrument"],
  ["an unknown industry", [{ scope: "industry", name: "Magic", millionths: 1n }], "name_not_valid"],
  ["an unknown exchange", [{ scope: "exchange", name: "NYSE", millionths: 1n }], "name_not_valid"],
  ["a name for all", [{ scope: "all", name: "HOSE", millionths: 1n }], "name_not_valid"],
  ["a missing name", [{ scope: "exchange", name: undefined, millionths: 1n }], "name_not_valid"],
  ["a price off the step", [{ scope: "symbol", name: "FPT", price: 80_010_000n }], "price_not_valid"],
  [
    "two rows for one symbol",
    [
      { scope: "symbol", name: "FPT", price: 80_000_000n },
      { scope: "symbol", name: "FPT", millionths: 1n },
    ],
    "name_not_valid",
  ],
  [
    "201 rows",
    Array.from({ length: 201 }, (): ShockRow => ({ scope: "all", name: undefined, millionths: 1n })),
    "name_not_valid",
  ],
])("refuses %s", async (_, rows, code) => {
  const { projection } = await openProjection(
    (await open({ rates: new Map(), prices: new Map(), accounts: [] }, new Map())).services,
  );
  expect(await shockPrices(projection, rows)).toMatchObject({ kind: "refused", code });
});

/** A store with a book at these prices. */
async function open({ rates, accounts }: Book, prices: ReadonlyMap<string, Price>) {
  const { services, memory } = planServices();
  await list(services, ...catalog);
  memory.rates = [...rates].map(
    ([name, each]) => ({ level: "symbol", name, ...each, changedAtMs: 1 }) as const,
  );
  for (const [symbol, price] of prices) memory.putMark({ symbol, price, atMs: 500, isByHand: true });
  for (const [place, positions] of accounts.entries()) {
    await memory.commit({
      key: { userId: "u", accountId: `A${place}` },
      expectedVersion: 0,
      shard: shardOf("u"),
      atMs: 1,
      equityVnd: 0n,
      positions,
      closedSymbols: [],
      episodes: [],
      audits: [],
      notifications: [],
    });
  }
  return { services, memory };
}

/** What a store says whose prices are these. */
async function judge(book: Book, prices: ReadonlyMap<string, Price>) {
  const { services, memory } = await open(book, prices);
  const figures = { calledCount: 0, forceCloseCount: 0, neededVnd: 0n, outstandingVnd: 0n, marketVnd: 0n };
  const bins = Array.from({ length: 22 }, () => 0);
  const accounts: { called: number; vnd: bigint }[] = [];
  for (const { account, positions } of memory.accounts.values()) {
    if (isReservedChain(account.accountId)) continue;
    const sum = { called: 0, vnd: 0n };
    for (const valued of (await valueAccount(services, account, [...positions.values()])).positions) {
      figures.marketVnd += valued.figures.marketVnd;
      if (valued.position.isClosing) continue;
      const twentieths = Math.floor(Number(valued.figures.dealRatio) / 50_000);
      const bin = twentieths < 0 ? 0 : Math.min(twentieths, 20) + 1;
      bins[bin] = (bins[bin] ?? 0) + 1;
      if (!valued.figures.isCalled) continue;
      figures.calledCount += 1;
      figures.forceCloseCount += valued.figures.isForceClosed ? 1 : 0;
      figures.neededVnd += valued.figures.neededVnd;
      figures.outstandingVnd += outstandingOf(valued);
      sum.called += 1;
      sum.vnd += outstandingOf(valued);
    }
    accounts.push(sum);
  }
  return { figures, bins, accounts };
}

/** The price that the rows give a symbol, found by trying prices one by one. */
function move(
  record: InstrumentRecord,
  prices: ReadonlyMap<string, Price>,
  rows: readonly ShockRow[],
): Price {
  const price = prices.get(record.symbol) ?? 0n;
  const { exchange } = instrumentOf(record);
  const named: readonly (readonly [string, string | undefined])[] = [
    ["symbol", record.symbol],
    ["group", productGroupOf(exchange)],
    ["industry", record.industryName],
    ["exchange", exchange],
    ["all", undefined],
  ];
  const row = named
    .map(([scope, name]) => rows.find((each) => each.scope === scope && each.name === name))
    .find((each) => each !== undefined);
  if (row === undefined) return price;
  if ("price" in row) return row.price;
  const { millionths } = row;
  const isReached = (tried: Price): boolean =>
    millionths < 0n
      ? tried * 1_000_000n >= price * (1_000_000n + millionths)
      : tried * 1_000_000n <= price * (1_000_000n + millionths);
  const exact = (price * (1_000_000n + millionths)) / 1_000_000n;
  const near = onStepFrom(record, millionths < 0n ? exact : exact + 100n, millionths < 0n ? 1n : -1n);
  const tried = isReached(near)
    ? near
    : onStepFrom(record, near + (millionths < 0n ? 100n : -100n), millionths < 0n ? 1n : -1n);
  if (millionths < 0n) return tried < price ? tried : price;
  return tried > price ? tried : price;
}

/** The first price on a step from a price on, upwards or downwards. */
function onStepFrom(record: InstrumentRecord, price: Price, direction: 1n | -1n): Price {
  const instrument = instrumentOf(record);
  let tried = price - (price % 100n);
  if (direction === 1n && tried < price) tried += 100n;
  while (tried > 0n && !isOnStep(instrument, tried)) tried += 100n * direction;
  return tried > 0n ? tried : onStepFrom(record, 1n, 1n);
}

function instrumentOf(record: InstrumentRecord): Instrument {
  return record as Instrument;
}

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

/**
 * Schemas only check that a figure is a number. These tests check that the figures of an example are consistent,
 * because readers compute along.
 */
async function readExample<Shape>(path: string): Promise<Shape> {
  const file = new URL(`../../../../openapi/examples/specified/${path}`, import.meta.url);
  return JSON.parse(await readFile(file, "utf8")) as Shape;
}

type Level = { prc: number; vol: number };
type Side = { vwapPrice: number; totalValue: number; totalVol: number };
type Entry = {
  symbol: string;
  info: Record<"nomiPrc" | "ceilPrc" | "floorPrc" | "lsPrc" | "openPrc" | "highPrc" | "lowPrc", number> &
    Record<"time" | "vWAP" | "totVol" | "totVal" | "lsVol", number>;
  stat: { lot: number; prcStep: number; maxQty: number; contractSize?: number };
  depth: { bidPriceDepth: Level[]; askPriceDepth: Level[] } | null;
  trend: { buyUp: Side; sellDown: Side; buyUpPct: number; sellDownPct: number; gapValue: number } | null;
};
type Found = { lastTime?: number; data: Entry[] };

/** Prices of futures have one decimal, so tenths make every price a whole number. */
const tenths = (price: number) => Math.round(price * 10);
const stepInTenths = ({ stat }: Entry, price: number) => {
  if (stat.contractSize !== undefined) return 1;
  return price < 10_000 ? 100 : price < 50_000 ? 500 : 1_000;
};

const found = await Promise.all(
  ["200", "200-future", "200-feed-silent", "200-nothing"].map((name) =>
    readExample<Found>(`search-symbols/${name}.json`),
  ),
);
const entries = found.flatMap(({ data }) => data);

describe("has prices on its price steps: %s", () => {
  it.each(entries.map((entry) => [entry.symbol, entry] as const))("%s stands on its steps", (_, entry) => {
    const { info, depth } = entry;
    const levels = [...(depth?.bidPriceDepth ?? []), ...(depth?.askPriceDepth ?? [])].map(({ prc }) => prc);
    const { nomiPrc, ceilPrc, floorPrc, lsPrc, openPrc, highPrc, lowPrc } = info;
    for (const price of [nomiPrc, ceilPrc, floorPrc, lsPrc, openPrc, highPrc, lowPrc, ...levels]) {
      expect(tenths(price) % stepInTenths(entry, price)).toBe(0);
    }
    expect(tenths(entry.stat.prcStep)).toBe(stepInTenths(entry, lsPrc));
  });

  it.each(entries.map((entry) => [entry.symbol, entry] as const))(
    "stays within its band of 7 %%: %s",
    (_, entry) => {
      const { nomiPrc, ceilPrc, floorPrc, lsPrc, openPrc, highPrc, lowPrc, vWAP } = entry.info;
      const [ceiling, floor, reference] = [tenths(ceilPrc), tenths(floorPrc), tenths(nomiPrc)];
      const [stepAtCeiling, stepAtFloor] = [stepInTenths(entry, ceilPrc), stepInTenths(entry, floorPrc)];
      expect(ceiling).toBe(Math.floor((reference * 107) / 100 / stepAtCeiling) * stepAtCeiling);
      expect(floor).toBe(Math.ceil((reference * 93) / 100 / stepAtFloor) * stepAtFloor);
      for (const price of [lsPrc, openPrc, vWAP]) {
        expect(price).toBeGreaterThanOrEqual(lowPrc);
        expect(price).toBeLessThanOrEqual(highPrc);
      }
      expect(lowPrc >= floorPrc && highPrc <= ceilPrc).toBe(true);
    },
  );

  it.each(entries.map((entry) => [entry.symbol, entry] as const))(
    "has values that match its volumes: %s",
    (_, entry) => {
      const { info, stat, trend } = entry;
      const size = stat.contractSize ?? 1;
      expect(info.totVal / info.totVol / size).toBeCloseTo(info.vWAP, 1);
      expect(info.totVol % stat.lot).toBe(0);
      if (trend === null) return;
      for (const side of [trend.buyUp, trend.sellDown]) {
        expect(side.totalValue).toBe(Math.round(side.totalVol * side.vwapPrice * size));
      }
      expect(trend.gapValue).toBe(trend.buyUp.totalValue - trend.sellDown.totalValue);
      expect(trend.buyUpPct + trend.sellDownPct).toBeCloseTo(100, 6);
      expect(trend.buyUp.totalValue + trend.sellDown.totalValue).toBeLessThanOrEqual(info.totVal);
    },
  );

  it("has bids below asks, best first", () => {
    for (const { depth } of entries) {
      if (depth === null) continue;
      const bids = depth.bidPriceDepth.map(({ prc }) => prc);
      const asks = depth.askPriceDepth.map(({ prc }) => prc);
      expect(bids).toEqual([...bids].sort((a, b) => b - a));
      expect(asks).toEqual([...asks].sort((a, b) => a - b));
      expect(bids[0]).toBeLessThan(asks[0] ?? 0);
    }
  });

  it("has the newest time as lastTime, or none without entries", () => {
    for (const { lastTime, data } of found) {
      const times = data.map(({ info }) => info.time);
      expect(lastTime).toBe(times.length === 0 ? undefined : Math.max(...times));
    }
  });
});

/** A position with its price in tenths, so that every figure is a whole number. */
type Position = {
  readonly quantity: bigint;
  readonly size: bigint;
  readonly entryVnd: bigint;
  readonly priceTenths: bigint;
  /** Initial margin, margin call and force close, in millionths. */
  readonly rates: readonly [bigint, bigint, bigint];
};

const million = 1_000_000n;
const up = (numerator: bigint, divisor: bigint) =>
  -(-numerator / divisor) + (numerator % divisor > 0n ? 1n : 0n);

function figuresOf(
  { quantity, size, entryVnd, priceTenths, rates }: Position,
  equity: bigint,
  covered: bigint,
) {
  const magnitude = quantity < 0n ? -quantity : quantity;
  const value = (magnitude * priceTenths * size) / 10n;
  const result = quantity < 0n ? entryVnd - value : value - entryVnd;
  const posted = (rates[0] * entryVnd) / million;
  const required = up(rates[0] * value, million);
  const needed = up(rates[1] * value, million) - posted - result;
  return {
    needed: Number(needed > 0n ? needed : 0n),
    maintenanceMargin: Number(required + covered),
    tradingPower: Number(equity + (result < 0n ? result : 0n) - required - covered),
    dealRatio: Number(((posted + covered + result) * million) / value) / 1e6,
  };
}

const equities = [500_000n, 400_000n, 300_000n] as const;
const futures = [50_000n, 30_000n, 20_000n] as const;
const fpt = (price: bigint): Position => ({
  quantity: 1_000n,
  size: 1n,
  entryVnd: 100_000_000n,
  priceTenths: price * 10n,
  rates: equities,
});
const long: Position = {
  quantity: 2n,
  size: 100_000n,
  entryVnd: 300_000_000n,
  priceTenths: 14_610n,
  rates: futures,
};
const short = (priceTenths: bigint): Position => ({
  ...long,
  quantity: -2n,
  entryVnd: 292_200_000n,
  priceTenths,
});

type Covered = Record<"amount" | "newCoveredMarginCall" | "maintenanceMargin" | "tradingPower", number>;

describe("Setting the covered amount", () => {
  it.each([
    ["200", fpt(80_000n), 80_000_000n],
    ["200-future", long, 40_000_000n],
    ["200-refused", fpt(80_000n), 80_000_000n],
    ["200-refused-lowering", fpt(80_000n), 80_000_000n],
  ] as const)(
    "shows in %s the figures that follow from the amount in force",
    async (name, position, equity) => {
      const example = await readExample<Covered>(`set-covered-margin-call/${name}.json`);
      const { maintenanceMargin, tradingPower } = figuresOf(
        position,
        equity,
        BigInt(example.newCoveredMarginCall),
      );
      expect(example).toMatchObject({ maintenanceMargin, tradingPower });
    },
  );

  it("covers the call to the đồng on success", async () => {
    const equity = await readExample<Covered>("set-covered-margin-call/200.json");
    const future = await readExample<Covered>("set-covered-margin-call/200-future.json");
    expect(equity.amount).toBe(figuresOf(fpt(80_000n), 0n, 0n).needed);
    expect(future.amount).toBe(figuresOf(long, 0n, 0n).needed);
    expect([equity.maintenanceMargin, equity.tradingPower]).toEqual([42_000_000, 18_000_000]);
    expect([future.maintenanceMargin, future.tradingPower]).toEqual([16_176_000, 16_024_000]);
  });
});

type Told = Record<string, unknown> & {
  type: string;
  created_at: number;
  id: number;
  data: {
    amount: number;
    symbol?: string;
    position?: Record<string, number>;
    account: Record<string, number>;
  };
};
type Page = { notifications: Told[]; limit: number; offset: number };

const pages = await Promise.all(
  ["200", "200-every-type", "200-beyond-the-end"].map((name) =>
    readExample<Page>(`list-notifications/${name}.json`),
  ),
);
const told = pages.flatMap(({ notifications }) => notifications);

describe("A notification", () => {
  it("has both spellings of each field, with equal values", () => {
    expect(told.length).toBeGreaterThan(5);
    for (const each of told) {
      expect(each["userId"]).toBe(each["user_id"]);
      expect(each["accountId"]).toBe(each["account_id"]);
      expect(each["messageID"]).toBe(each["message_id"]);
      expect(each["createdAt"]).toBe(each["created_at"]);
      expect(each["updatedAt"]).toBe(each["updated_at"]);
      for (const alias of ["user_id", "account_id", "message_id", "created_at", "updated_at"]) {
        expect(each[alias]).toBeDefined();
      }
    }
  });

  it("is sorted after newer ones", () => {
    for (const { notifications } of pages) {
      const order = notifications.map(({ id, created_at }) => [created_at, id]);
      expect(order).toEqual([...order].sort(([a = 0, b = 0], [x = 0, y = 0]) => x - a || y - b));
    }
  });

  it("occurs with each type in the examples", () => {
    expect(new Set(told.map(({ type }) => type))).toEqual(
      new Set(["MarginCall", "ForceClose", "Deposit", "Withdraw"]),
    );
  });

  it("of a call or forced close has the amount that ends the call, and consistent figures", () => {
    const risks = told.filter(({ data }) => data.position !== undefined);
    expect(risks).toHaveLength(3);
    for (const { type, data } of risks) {
      const price = BigInt(tenths(data.position?.["price"] ?? 0));
      const position = data.symbol === "FPT" ? fpt(price / 10n) : short(price);
      const figures = figuresOf(position, BigInt(data.account["totalEquity"] ?? 0), 0n);
      expect(data.amount).toBe(figures.needed);
      expect(data.position).toMatchObject({ dealRatio: figures.dealRatio, amountNeeded: figures.needed });
      expect(data.account).toMatchObject({
        maintenanceMargin: figures.maintenanceMargin,
        tradingPower: figures.tradingPower,
      });
      const floor = data.position?.[type === "ForceClose" ? "forceCloseRate" : "marginCallRate"] ?? 0;
      expect(figures.dealRatio).toBeLessThan(floor);
    }
  });

  it("of cash has the amount moved, and the account's equity after it", () => {
    const cash = told.filter(({ type }) => type === "Deposit" || type === "Withdraw");
    expect(cash.map(({ data }) => data.amount)).toEqual([30_000_000, 10_000_000, 50_000_000]);
    expect(cash.map(({ data }) => data.account["totalEquity"])).toEqual([80_000_000, 40_000_000, 50_000_000]);
  });
});

/** Prices of the closing auction, which arrive when the exchange is closed: 20 November 2026 is a Friday. */
import type { InstrumentRecord } from "@trading-oms/market";
import { describe, expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { setPosition } from "../accounts/positions.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { setRates } from "../settings/set-rates.ts";
import { openProjection } from "../testing/plan-desk.ts";
import { fpt, list } from "../testing/plan-services.ts";
import { examplesRates, type PlannedWatch, planWatch, statusOf, tradeOf } from "../testing/plan-watch.ts";

const share = { ...fpt, referencePrice: 100_000_000n };

/** 1,000 shares entered at 100,000 and called below 83,333, or 2 contracts entered at 1,500.0 and called below 1,469.07. */
const markets = {
  HOSE: { record: share, closeTime: "14:45", call: 83_300_000n },
  HNX: { record: { ...share, symbol: "SHS", exchange: "HNX" }, closeTime: "15:00", call: 83_300_000n },
  UPCOM: { record: { ...share, symbol: "BSR", exchange: "UPCOM" }, closeTime: "15:00", call: 83_300_000n },
  DERIVATIVES: { record: futureRecord(), closeTime: "14:45", call: 1_469_000n },
} as const satisfies Record<string, { record: InstrumentRecord; closeTime: string; call: bigint }>;

type Market = keyof typeof markets;
const all = Object.keys(markets) as Market[];

function futureRecord(): InstrumentRecord {
  return {
    ...{ symbol: "41I1GC000", exchange: "DERIVATIVES", type: "future", name: "VN30F2612" },
    companyName: "Hợp đồng tương lai chỉ số VN30 tháng 12/2026",
    ...{ referencePrice: 1_500_000n, lot: 1n, minQuantity: 1n, maxQuantity: 500n },
    ...{ underlyingSymbolCode: "VN30", expirationDate: "2026-12-17", contractSize: 100_000n },
  };
}

const at = (time: string): number => Date.parse(`2026-11-${time}+07:00`);

/** A watched position of the market, at 14:30 on Friday. Wednesday, the 25th, is a holiday. */
async function planClose(market: Market) {
  const { record, closeTime, call } = markets[market];
  const world = await planWatch(at("20T14:30"));
  const { services, clock } = world;
  await list(services, record);
  await setHolidays(services, ["2026-11-25"]);
  const key = { userId: "user-of-A", accountId: "A" };
  const isFuture = record.type === "future";
  await setRates(services, {
    ...{ level: "symbol", name: record.symbol },
    rates: isFuture
      ? { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n }
      : examplesRates,
  });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  const entry = { quantity: isFuture ? 2n : 1_000n, price: record.referencePrice };
  await setPosition(services, { ...key, symbol: record.symbol }, entry);
  const watching = await world.begin("one");
  await watching.turn();
  const closedAtMs = at(`20T${closeTime}`);
  const { symbol } = record;
  return {
    ...world,
    ...watching,
    ...{ key, symbol, call, closedAtMs },
    /** Delivers a price that calls the position. */
    arrive: async (atMs: number, tradedAtMs: number = closedAtMs, process: PlannedWatch = watching) => {
      clock.nowMs = atMs;
      // The lease of the watch may have expired.
      await process.turn();
      await process.hear(tradeOf(symbol, call, tradedAtMs));
    },
    calledOnce: [`MarginCall/A/${symbol}/1/0`],
  };
}

describe.each(all)("on %s", (market) => {
  test.each([0, 1, 30, 31, 300, 899, 900])(
    "the close calls once when it comes %d s late",
    async (seconds) => {
      const { arrive, turn, told, closedAtMs, calledOnce } = await planClose(market);
      await arrive(closedAtMs + seconds * 1_000);
      expect(told()).toEqual(calledOnce);
      await turn();
      await arrive(closedAtMs + seconds * 1_000 + 5_000);
      expect(told()).toEqual(calledOnce);
    },
  );

  test.each([0, 1, 30, 31, 300, 899, 900])(
    "a trade of %d s after the end is of the close",
    async (seconds) => {
      const { arrive, told, closedAtMs, calledOnce } = await planClose(market);
      const tradedAtMs = closedAtMs + seconds * 1_000;
      await arrive(tradedAtMs, tradedAtMs);
      expect(told()).toEqual(calledOnce);
    },
  );

  test("a trade of more than 900 s after the end calls nobody, that night and the next day", async () => {
    const { arrive, turn, hear, told, closedAtMs, clock } = await planClose(market);
    await arrive(closedAtMs + 900_001, closedAtMs + 900_001);
    for (const time of ["20T23:00", "21T10:00", "23T08:00", "23T10:00"]) {
      clock.nowMs = at(time);
      await hear({ kind: "heartbeat", atMs: clock.nowMs });
      await turn();
    }
    expect(told()).toEqual([]);
  });

  test.each(["20T23:59:59.999", "21T00:00", "21T10:00", "22T14:00", "23T08:44:59.999"])(
    "the close of Friday calls on %s, over midnight and a weekend",
    async (time) => {
      const { arrive, turn, told, calledOnce } = await planClose(market);
      await arrive(at(time));
      await turn();
      expect(told()).toEqual(calledOnce);
    },
  );

  test("the close of Friday calls nobody once Monday's first session has begun, and until it is traded", async () => {
    const { arrive, turn, hear, told, clock, symbol, call, calledOnce } = await planClose(market);
    await arrive(at(market === "DERIVATIVES" ? "23T08:45" : "23T09:00"));
    await turn();
    clock.nowMs = at("23T20:00");
    await turn();
    expect(told()).toEqual([]);
    clock.nowMs = at("24T10:00");
    await turn();
    await hear(tradeOf(symbol, call, clock.nowMs));
    expect(told()).toEqual(calledOnce);
  });

  test("the close before a holiday calls until the day after it", async () => {
    const { arrive, told, closedAtMs, calledOnce } = await planClose(market);
    await arrive(at("26T08:40"), closedAtMs);
    expect(told()).toEqual([]);
    await arrive(at("26T08:41"), closedAtMs + at("24T00:00") - at("20T00:00"));
    expect(told()).toEqual(calledOnce);
  });

  test("a server that starts in between, without a feed, decides on the stored close once", async () => {
    const { memory, clock, begin, watch, told, symbol, call, closedAtMs, calledOnce } =
      await planClose(market);
    await watch.stop();
    const mark = { symbol, price: call, atMs: closedAtMs + 2_000, isByHand: false };
    await memory.setMarks([mark], { nowMs: closedAtMs + 3_000 });
    clock.nowMs = at("21T10:00");
    const two = await begin("two");
    await two.turn();
    expect(told()).toEqual(calledOnce);
    await two.watch.stop();
    clock.nowMs = at("22T10:00");
    const three = await begin("three");
    await three.turn();
    await three.turn();
    expect(told()).toEqual(calledOnce);
  });

  test("a server that starts in between decides nothing on a price of an earlier day", async () => {
    const { memory, clock, begin, watch, told, symbol, call } = await planClose(market);
    await watch.stop();
    const mark = { symbol, price: call, atMs: at("19T14:40"), isByHand: false };
    await memory.setMarks([mark], { nowMs: at("19T14:40") });
    clock.nowMs = at("21T10:00");
    const two = await begin("two");
    for (const time of ["21T10:00", "23T08:00", "23T10:00"]) {
      clock.nowMs = at(time);
      await two.hear({ kind: "heartbeat", atMs: clock.nowMs });
      await two.turn();
    }
    expect(told()).toEqual([]);
  });
});

test("the close tells both of a fall through both rates, and ends a call that it lifts", async () => {
  const { hear, turn, told, clock, symbol, closedAtMs, services, key } = await planClose("HOSE");
  clock.nowMs = closedAtMs + 4_000;
  await turn();
  await hear(tradeOf(symbol, 70_000_000n, closedAtMs + 1));
  expect(told()).toEqual(["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"]);
  await hear(tradeOf(symbol, 93_000_000n, closedAtMs + 2));
  expect((await services.store.readAccount(key))?.episodes).toMatchObject([{ number: 1n, isOpen: false }]);
});

test("a halted symbol is not called by its close, and a doubtful one when it is confirmed", async () => {
  const { arrive, begin, hear, told, turn, watch, symbol, closedAtMs, calledOnce } = await planClose("HOSE");
  await hear(statusOf(symbol, true));
  await arrive(closedAtMs + 4_000);
  await turn();
  expect(told()).toEqual([]);
  await watch.stop();
  let isDoubtful = true;
  const doubting = await begin("two", { isDoubtful: () => isDoubtful });
  await doubting.turn();
  await arrive(closedAtMs + 5_000, closedAtMs, doubting);
  expect(told()).toEqual([]);
  isDoubtful = false;
  await doubting.turn();
  expect(told()).toEqual(calledOnce);
});

test("at the close the desk lists the call, and a withdrawal leaves what it needs", async () => {
  const { arrive, turn, services, key, closedAtMs } = await planClose("HOSE");
  const desk = await openProjection(services);
  await arrive(closedAtMs + 4_000);
  await turn();
  await desk.turn();
  expect(desk.projection.calls()).toMatchObject([{ accountId: "A", openedAtMs: closedAtMs + 4_000 }]);
  // 83,300 leaves 50,000,000 - 16,700,000 of 33,320,000, so 20,000 are missing to 0.4.
  const withdrawn = await moveCash(services, { key, kind: "withdrawal", amountVnd: 21_640_000n });
  expect(withdrawn).toMatchObject({ kind: "refused", code: "needed_for_calls" });
});

test("a call of the close is reminded after an hour of the next trading day", async () => {
  const { arrive, turn, told, clock, closedAtMs, calledOnce } = await planClose("HOSE");
  await arrive(closedAtMs + 4_000);
  for (const time of ["20T15:45", "21T10:00", "23T09:59:59.999"]) {
    clock.nowMs = at(time);
    await turn();
  }
  expect(told()).toEqual(calledOnce);
  clock.nowMs = at("23T10:00");
  await turn();
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1"]);
});

test("an hour that ends with the last session is reminded then, and not at night", async () => {
  for (const [time, count] of [
    ["20T14:45", 1],
    ["20T14:55:00.001", 0],
  ] as const) {
    const { hear, turn, told, clock, symbol, call, calledOnce } = await planClose("HOSE");
    clock.nowMs = at("20T13:45");
    await turn();
    await hear(tradeOf(symbol, call, clock.nowMs));
    await turn();
    clock.nowMs = at(time);
    await turn();
    expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1"].slice(0, 1 + count));
  }
});

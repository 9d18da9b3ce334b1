import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { createProcessFeed } from "@trading-oms/feed";
import { bandOf, type InstrumentRecord, isOnStep, type TradeMessage } from "@trading-oms/market";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { dataOf, list, planListed, search, someInstruments, stock } from "../../../testing/plan-listed.ts";
import type { SimulatedSettings } from "../settings/settings.ts";
import { pumpFeed } from "./following.ts";
import { choosePlayed, playExchange } from "./simulated-exchange.ts";

const settings: SimulatedSettings = {
  kind: "simulated",
  seed: 1,
  speed: 100,
  hours: "always",
  startMs: undefined,
};

/** A server with a simulated exchange, on a clock that advances 20 ms per reading. */
async function planPlayed(given: Partial<SimulatedSettings> = {}) {
  const server = await planListed();
  const { market, book, clock } = server;
  const { marks } = market;
  const now = (): number => {
    clock.nowMs += 20;
    return clock.nowMs;
  };
  const feed = createProcessFeed();
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  const pumped = pumpFeed(feed, {
    market,
    note: () => {},
    now,
    log,
    registry: new Registry(),
  });
  const told: FeedMessage[] = [];
  const tell = (messages: readonly FeedMessage[]) => {
    told.push(...messages);
    feed.publish(messages);
  };
  /** The book as the exchange sees it, so that a test can let it fail for the exchange alone. */
  const playedBook: typeof book = Object.create(book);
  const begin = () => {
    const playing = playExchange({ ...settings, ...given }, { book: playedBook, marks, tell, now, log });
    onTestFinished(async () => {
      await playing.stop();
      await pumped.stop();
    });
    return playing;
  };
  const tradesOf = (symbol: string) =>
    told.filter((each): each is TradeMessage => each.kind === "trade" && each.symbol === symbol);
  return { ...server, playedBook, marks, told, tradesOf, logged, begin };
}

const patience = { timeout: 20_000 };

test("a search shows consistent totals, prices on their steps and within the band, and no crossed book", async () => {
  const server = await planPlayed();
  const { begin, tradesOf, marks } = server;
  const playing = begin();
  await vi.waitFor(() => expect(tradesOf("HPG").length).toBeGreaterThan(200), patience);
  await playing.stop();
  const found = dataOf(await search(server, "41I1GB000"))[0] as Found;
  expect(found.info["openInterest"]).toBeGreaterThan(0);
  for (const record of someInstruments) {
    const { depth, trend } = dataOf(await search(server, record.symbol))[0] as Found;
    const quote = server.board.quoteOf(record.symbol);
    const trades = tradesOf(record.symbol);
    const prices = trades.map(({ price }) => price).toSorted((one, other) => Number(one - other));
    expect(trades.length, record.symbol).toBeGreaterThan(0);
    expect(quote).toMatchObject({
      total: {
        quantity: trades.reduce((sum, { quantity }) => sum + quantity, 0),
        turnover: trades.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n),
      },
      lastPrice: trades.at(-1)?.price,
      lastQuantity: trades.at(-1)?.quantity,
      openPrice: trades[0]?.price,
      highPrice: prices.at(-1),
      lowPrice: prices[0],
    });
    const { ceiling, floor } = bandOf(listingOf(record), record.referencePrice);
    for (const { price } of trades) {
      expect(isOnStep(listingOf(record), price) && price >= floor && price <= ceiling).toBe(true);
    }
    const [bid, ask] = [depth?.bidPriceDepth[0]?.prc, depth?.askPriceDepth[0]?.prc];
    if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask);
    const sided = (side: string) => trades.filter((each) => each.side === side).length;
    expect([trend.buyUp.tradeCount, trend.sellDown.tradeCount]).toEqual([sided("buy"), sided("sell")]);
    expect(marks.markOf(record.symbol)?.price).toBe(trades.at(-1)?.price);
  }
});

test("adds newly listed instruments and removes unlisted ones while others continue", async () => {
  const server = await planPlayed();
  server.begin();
  await vi.waitFor(() => expect(server.tradesOf("FPT").length).toBeGreaterThan(5), patience);
  await list(server, [...someInstruments.filter(({ symbol }) => symbol !== "VNM"), stock("NEW", "Mới")]);
  await vi.waitFor(() => expect(server.tradesOf("NEW").length).toBeGreaterThan(5), patience);
  const [vnmCount, days] = [server.tradesOf("VNM").length, server.told.filter(({ kind }) => kind === "day")];
  const fptCount = server.tradesOf("FPT").length;
  await vi.waitFor(() => expect(server.tradesOf("FPT").length).toBeGreaterThan(fptCount), patience);
  expect(server.tradesOf("VNM")).toHaveLength(vnmCount);
  expect(days).toHaveLength(someInstruments.length + 1);
});

test("simulates a catalog that was listed after the start", async () => {
  const server = await planPlayed();
  await list(server, []);
  server.begin();
  await vi.waitFor(() => expect(server.told.length).toBeGreaterThan(0), patience);
  expect(new Set(server.told.map(({ kind }) => kind))).toEqual(new Set(["heartbeat"]));
  await list(server, someInstruments);
  await vi.waitFor(() => expect(server.tradesOf("FPT").length).toBeGreaterThan(0), patience);
});

test("starts from the last known prices", async () => {
  const server = await planPlayed();
  const atMs = server.clock.nowMs;
  server.marks.hear([
    { kind: "trade", symbol: "FPT", seq: 1, atMs, price: 91_300_000n, quantity: 100, side: "none" },
  ]);
  server.begin();
  await vi.waitFor(() => expect(server.told.length).toBeGreaterThan(0), patience);
  expect(server.told.find((each) => each.kind === "day" && each.symbol === "FPT")).toMatchObject({
    referencePrice: 91_300_000n,
  });
});

test("keeps the exchanges' hours at night if configured, and still sends heartbeats", async () => {
  const server = await planPlayed({ hours: "exchange", speed: 1 });
  server.clock.nowMs = Date.parse("2026-11-18T22:00:00+07:00");
  server.begin();
  await vi.waitFor(
    () => expect(server.told.filter(({ kind }) => kind === "heartbeat").length).toBeGreaterThan(1),
    patience,
  );
  expect(server.told.filter(({ kind }) => kind === "trade")).toEqual([]);
  expect(dataOf(await search(server, "FPT"))[0]).toMatchObject({ info: { tradingSession: "99" } });
});

test("logs a failing exchange once, and searches show the last known state", async () => {
  const server = await planPlayed();
  const playing = server.begin();
  await vi.waitFor(() => expect(server.tradesOf("FPT").length).toBeGreaterThan(5), patience);
  Object.assign(server.playedBook, {
    holidays: () => {
      throw new Error("The catalog is unavailable.");
    },
  });
  await vi.waitFor(() => expect(server.logged.length).toBeGreaterThan(0), patience);
  const before = server.told.length;
  await new Promise((settle) => setTimeout(settle, 200));
  expect(server.told).toHaveLength(before);
  expect(server.logged.map(({ event }) => event)).toEqual(["simulated exchange failed"]);
  expect(dataOf(await search(server, "FPT"))[0]).toMatchObject({ info: { symbol: "FPT" } });
  await playing.stop();
});

type Found = {
  readonly info: Readonly<Record<string, number>>;
  readonly depth: Readonly<
    Record<"bidPriceDepth" | "askPriceDepth", readonly { readonly prc: number }[]>
  > | null;
  readonly trend: Readonly<Record<"buyUp" | "sellDown", { readonly tradeCount: number }>>;
};

function listingOf({ exchange, type, symbol }: InstrumentRecord) {
  return { exchange, type, symbol } as Parameters<typeof bandOf>[0];
}

const catalogOf = (...symbols: readonly string[]) =>
  new Map(symbols.map((symbol) => [symbol, { symbol, details: `{"symbol":"${symbol}"}` }]));

const chosen = (entries: string[], played: string[]): string[] =>
  choosePlayed(catalogOf(...entries), catalogOf(...played), 3).map(({ symbol }) => symbol);

test("simulates the first instruments of a catalog up to the limit", () => {
  expect(chosen(["AAA", "BBB", "CCC", "DDD"], [])).toEqual(["AAA", "BBB", "CCC"]);
  expect(chosen(["AAA"], [])).toEqual(["AAA"]);
});

test("keeps simulating an instrument when others are listed before it, and frees its place when it is unlisted", () => {
  expect(chosen(["AAA", "BBB", "CCC", "DDD"], ["BBB", "CCC", "DDD"])).toEqual(["BBB", "CCC", "DDD"]);
  expect(chosen(["AAA", "CCC", "DDD", "EEE"], ["BBB", "CCC", "DDD"])).toEqual(["CCC", "DDD", "AAA"]);
});

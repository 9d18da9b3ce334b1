import fc from "fast-check";
import { expect, test } from "vitest";
import type { Instrument } from "../instrument.ts";
import type { MarketMessage, TradeMessage } from "../quotes/messages.ts";
import { futureNamed, listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import {
  createSimulatedExchange,
  type SimulatedExchange,
  type SimulatedExchangeSettings,
} from "./simulated-exchange.ts";

const instruments = listSomeInstruments();
const holidays = new Set(["2026-11-24"]);
const sharesAndFuture = instruments.filter(({ type }) => type === "stock" || type === "future");
/** Days have few acts, so that tests are fast. */
const quiet = { eventsPerHour: () => 120 };

test("the same seed gives the same bytes for any steps of the clock", () => {
  fc.assert(
    fc.property(fc.integer(), anyStepsMs(), (seed, stepsMs) => {
      const untilMs = at("09:30") + stepsMs.reduce((sum, stepMs) => sum + stepMs, 0);
      const inOneGo = open({ seed, startMs: at("09:30") });
      const inSteps = open({ seed, startMs: at("09:30") });
      const sent: MarketMessage[] = [];
      let clockMs = at("09:30");
      for (const stepMs of stepsMs) {
        clockMs += stepMs;
        sent.push(...messagesUntil(inSteps, clockMs));
      }
      expect(bytesOf(sent)).toBe(bytesOf(messagesUntil(inOneGo, untilMs)));
    }),
  );
});

test("a minute in steps of 1 ms gives the same bytes as in steps of 10 s, across the end of an auction", () => {
  const [startMs, untilMs] = [at("09:14:30"), at("09:15:30")];
  const sent = [1, 10_000].map((stepMs) => {
    const exchange = open({ seed: 5, startMs });
    const messages: MarketMessage[] = [];
    for (let clockMs = startMs; clockMs <= untilMs; clockMs += stepMs)
      messages.push(...exchange.advanceTo(clockMs));
    return bytesOf(messages);
  });
  expect(sent[0]).toBe(sent[1]);
});

test("another seed gives other messages", () => {
  const sent = Array.from({ length: 50 }, (_, seed) =>
    bytesOf(messagesUntil(open({ seed, startMs: at("10:00") }), at("10:00:20"))),
  );
  expect(new Set(sent).size).toBe(50);
});

test("a clock that stands still or goes back repeats no message", () => {
  const exchange = open({ seed: 1, startMs: at("10:00") });
  messagesUntil(exchange, at("10:01"));
  expect(exchange.advanceTo(at("10:01"))).toEqual([]);
  expect(exchange.advanceTo(at("10:00"))).toEqual([]);
  expect(exchange.reachedMs()).toBe(at("10:01"));
});

test("no call performs more than 500 acts or begins more than 50 days, and the next call continues", () => {
  const crowd = Array.from({ length: 80 }, (_, index) => shareNamed(`S${index}`, 25_000_000n));
  const exchange = open({ seed: 1, startMs: at("10:00"), instruments: crowd });
  const first = exchange.advanceTo(at("10:00"));
  expect(first.filter(({ kind }) => kind === "day")).toHaveLength(50);
  expect(exchange.reachedMs()).toBeLessThan(at("10:00"));
  const second = exchange.advanceTo(at("10:00"));
  expect(second.filter(({ kind }) => kind === "day")).toHaveLength(30);
  expect(exchange.reachedMs()).toBe(at("10:00"));
});

test("each exchange has its sessions on a day, and sends the closing price when trading has ended", () => {
  const sent = messagesUntil(open({ seed: 1, startMs: at("08:00"), ...quiet }), at("23:59"));
  const listOf = (symbol: string) =>
    sent
      .filter((message) => message.kind !== "heartbeat" && message.symbol === symbol)
      .flatMap((message) => {
        if (message.kind === "session") return [`${clockOf(message.atMs)} ${message.session}`];
        return message.kind === "day" || message.kind === "close"
          ? [`${clockOf(message.atMs)} ${message.kind}`]
          : [];
      });
  expect(listOf("FPT")).toEqual([
    "08:00 day",
    "08:00 closed",
    "09:00 opening-auction",
    "09:15 continuous",
    "11:30 closed",
    "13:00 continuous",
    "14:30 closing-auction",
    "14:45 closed",
    "14:45 close",
  ]);
  expect(listOf("SHS").slice(-4)).toEqual([
    "14:30 closing-auction",
    "14:45 post-close",
    "14:45 close",
    "15:00 closed",
  ]);
  expect(listOf("BSR").slice(-2)).toEqual(["15:00 closed", "15:00 close"]);
  expect(listOf("41I1GC000").slice(2, 4)).toEqual(["08:45 opening-auction", "09:00 continuous"]);
});

test("sends nothing outside trading hours, over a weekend and over a holiday", () => {
  const exchange = open({ seed: 1, startMs: at("15:01") });
  const first = messagesUntil(exchange, at("15:01"));
  expect(new Set(first.map(({ kind }) => kind))).toEqual(
    new Set(["day", "news", "session", "open-interest"]),
  );
  // The 24th is a holiday.
  expect(messagesUntil(exchange, Date.parse("2026-11-24T23:59:59.999+07:00"))).toEqual([]);
  expect(messagesUntil(exchange, Date.parse("2026-11-25T00:00:00+07:00"))).not.toEqual([]);
});

test("a start on a Sunday sends Friday's day and a closed session", () => {
  const startMs = Date.parse("2026-11-22T10:00:00+07:00");
  const sent = messagesUntil(open({ seed: 1, startMs }), startMs + 3_600_000);
  expect(sent).toContainEqual({
    kind: "day",
    symbol: "FPT",
    seq: 1,
    atMs: startMs,
    date: "2026-11-20",
    referencePrice: 81_000_000n,
  });
  expect(sent.filter(({ kind }) => kind === "trade")).toEqual([]);
});

test("if it always trades, it trades on a Sunday night and begins a day at midnight", () => {
  const startMs = Date.parse("2026-11-22T23:50:00+07:00");
  const sent = messagesUntil(open({ seed: 1, startMs, isAlwaysTrading: true }), startMs + 1_200_000);
  const ofFpt = sent.filter((message) => message.kind !== "heartbeat" && message.symbol === "FPT");
  const days = ofFpt.flatMap((message) => (message.kind === "day" ? [message.date] : []));
  expect(days).toEqual(["2026-11-22", "2026-11-23"]);
  const tradedAtMs = ofFpt.flatMap((message) => (message.kind === "trade" ? [message.atMs] : []));
  const midnightMs = Date.parse("2026-11-23T00:00:00+07:00");
  expect(tradedAtMs.some((atMs) => atMs < midnightMs)).toBe(true);
  expect(tradedAtMs.some((atMs) => atMs > midnightMs)).toBe(true);
});

test("the closing price is the next day's reference", () => {
  const sent = messagesUntil(
    open({ seed: 3, startMs: at("08:00"), ...quiet }),
    Date.parse("2026-11-25T00:00:00+07:00"),
  );
  for (const { symbol } of instruments) {
    const closes = sent.flatMap((message) =>
      message.kind === "close" && message.symbol === symbol ? message : [],
    );
    const days = sent.flatMap((message) =>
      message.kind === "day" && message.symbol === symbol ? message : [],
    );
    expect(closes).toHaveLength(1);
    expect(days.map(({ referencePrice }) => referencePrice)[1]).toBe(closes[0]?.price);
  }
});

test("a future is traded on the day it expires, and has no messages afterwards", () => {
  const startMs = Date.parse("2026-12-17T14:00:00+07:00");
  const sent = messagesUntil(
    open({
      seed: 1,
      startMs,
      instruments: [futureNamed("41I1GC000", 1_470_000n), shareNamed("FPT", 81_000_000n)],
    }),
    Date.parse("2026-12-18T10:00:00+07:00"),
  );
  const ofFuture = sent.filter((message) => message.kind !== "heartbeat" && message.symbol === "41I1GC000");
  expect(ofFuture.some(({ kind }) => kind === "trade")).toBe(true);
  expect(ofFuture.at(-1)).toMatchObject({ kind: "close", atMs: Date.parse("2026-12-17T14:45:00+07:00") });
});

test("the price of a future stays within one percent of its index, even one of four shares", () => {
  const eventsPerHour = ({ type }: Instrument) => (type === "future" ? 7_200 : 1_200);
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 60, max: 600 }), (seed, seconds) => {
      const startMs = at("09:15");
      const exchange = open({ seed, startMs, instruments: sharesAndFuture, eventsPerHour });
      messagesUntil(exchange, startMs + seconds * 1_000);
      for (let second = seconds + 1; second < seconds + 30; second += 1) {
        const trades = messagesUntil(exchange, startMs + second * 1_000).filter(isTrade);
        const level = exchange.indexLevelOf("VN30") ?? 0n;
        for (const { price } of trades.filter(({ symbol }) => symbol === "41I1GC000")) {
          expect((price > level ? price - level : level - price) * 100n).toBeLessThan(level);
        }
      }
    }),
  );
});

test("futures are traded even if no share of their index is listed", () => {
  const exchange = open({
    seed: 1,
    startMs: at("09:00"),
    instruments: [futureNamed("41I1GC000", 1_470_000n)],
  });
  expect(messagesUntil(exchange, at("09:10")).some(({ kind }) => kind === "trade")).toBe(true);
  expect(exchange.indexLevelOf("VN30")).toBeUndefined();
});

test("instruments with more acts have more trades, by setting and by default", () => {
  const pair = [shareNamed("AAA", 25_000_000n), shareNamed("BBB", 25_000_000n)];
  const tradesOf = (settings: Partial<SimulatedExchangeSettings>) => {
    const exchange = open({ seed: 1, startMs: at("09:30"), instruments: pair, ...settings });
    const trades = messagesUntil(exchange, at("10:00")).filter(isTrade);
    return pair.map(({ symbol }) => trades.filter((each) => each.symbol === symbol).length);
  };
  const [busy = 0, idle = 0] = tradesOf({
    eventsPerHour: ({ symbol }) => (symbol === "AAA" ? 20_000 : 200),
  });
  expect(busy).toBeGreaterThan(idle * 20);
  const [ofIndex = 0, ofNone = 0] = tradesOf({
    instruments: [...pair, futureNamed("41I1GC000", 1_470_000n)],
    constituents: new Map([["VN30", ["AAA"]]]),
  });
  expect(ofIndex).toBeGreaterThan(ofNone * 5);
});

test("an index starts at the price of the first contract that has not expired", () => {
  const expired = { ...futureNamed("41I1GB000", 1_100_000n), expirationDate: "2026-11-19" };
  const later = { ...futureNamed("41I1H3000", 1_480_000n), expirationDate: "2027-03-18" };
  const exchange = open({ seed: 1, startMs: at("09:00"), instruments: [expired, later, ...instruments] });
  expect(exchange.indexLevelOf("VN30")).toBe(1_470_000n);
  const sent = messagesUntil(exchange, at("10:00"));
  expect(sent.filter((message) => message.kind !== "heartbeat" && message.symbol === "41I1GB000")).toEqual(
    [],
  );
});

test("an index of one share moves exactly as that share does", () => {
  const constituents = new Map([["VN30", ["FPT"]]]);
  const exchange = open({ seed: 1, startMs: at("09:30"), constituents });
  expect(exchange.indexLevelOf("VN30")).toBe(1_470_000n);
  const trades = messagesUntil(exchange, at("09:40")).filter(isTrade);
  const lastPrice = trades.findLast(({ symbol }) => symbol === "FPT")?.price ?? 0n;
  expect(lastPrice).not.toBe(81_000_000n);
  expect(exchange.indexLevelOf("VN30")).toBe(
    (1_470_000n * ((lastPrice * 1_000_000n) / 81_000_000n)) / 1_000_000n,
  );
});

test("sends no more levels of a book than requested", () => {
  const exchange = open({ seed: 1, startMs: at("09:30"), levelsMax: 1 });
  const counts = messagesUntil(exchange, at("09:40")).flatMap((message) =>
    message.kind === "depth" ? [message.bids.length, message.asks.length] : [],
  );
  expect(Math.max(...counts)).toBe(1);
});

test("an instrument without acts has only its days and sessions", () => {
  const exchange = open({ seed: 1, startMs: at("09:00"), eventsPerHour: () => 0 });
  const kinds = new Set(messagesUntil(exchange, at("14:00")).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(["day", "news", "open-interest", "session"]);
});

test("the first day starts at the given reference prices", () => {
  const exchange = open({ seed: 1, startMs: at("08:00"), referencePrices: new Map([["FPT", 90_000_000n]]) });
  expect(messagesUntil(exchange, at("08:00"))).toContainEqual(
    expect.objectContaining({ kind: "day", symbol: "FPT", referencePrice: 90_000_000n }),
  );
});

function open(
  settings: Partial<SimulatedExchangeSettings> & { seed: number; startMs: number },
): SimulatedExchange {
  const all: readonly Instrument[] = instruments;
  return createSimulatedExchange({ instruments: all, holidays, isAlwaysTrading: false, ...settings });
}

function isTrade(message: MarketMessage): message is TradeMessage {
  return message.kind === "trade";
}

function messagesUntil(exchange: SimulatedExchange, untilMs: number): MarketMessage[] {
  const sent = [...exchange.advanceTo(untilMs)];
  while (exchange.reachedMs() < untilMs) sent.push(...exchange.advanceTo(untilMs));
  return sent;
}

function anyStepsMs(): fc.Arbitrary<number[]> {
  return fc.array(fc.oneof(fc.constant(1), fc.nat({ max: 50 }), fc.nat({ max: 2_000 })), {
    minLength: 1,
    maxLength: 40,
  });
}

function at(clock: string): number {
  return Date.parse(`2026-11-23T${clock.padEnd(8, ":00")}+07:00`);
}

function clockOf(atMs: number): string {
  return new Date(atMs + 7 * 3_600_000).toISOString().slice(11, 16);
}

function bytesOf(messages: readonly MarketMessage[]): string {
  return JSON.stringify(messages, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

import { expect, test } from "vitest";
import type { MarketMessage } from "../quotes/messages.ts";
import { listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import {
  createPlayedExchange,
  createSimulatedExchange,
  type PlayedExchangeSettings,
} from "./simulated-exchange.ts";

const startMs = Date.parse("2026-11-23T09:30:00+07:00");
const nightMs = Date.parse("2026-11-28T22:00:00+07:00");
const simulated = {
  seed: 1,
  startMs,
  instruments: listSomeInstruments(),
  holidays: new Set<string>(),
  isAlwaysTrading: false,
};

test("at speed 1 and on the same clock, gives the messages of the simulated exchange", () => {
  const exchange = createSimulatedExchange(simulated);
  const sent: MarketMessage[] = [];
  do sent.push(...exchange.advanceTo(startMs + 800));
  while (exchange.reachedMs() < startMs + 800);
  expect(play({ speed: 1, nowMs: startMs }, [startMs + 800])).toEqual(sent);
});

test("at speed 0 nothing is traded but what is moved, at the time of the other clock", () => {
  const exchange = createPlayedExchange({ ...simulated, speed: 0, nowMs: nightMs });
  const begun = exchange.playUntil(nightMs).messages;
  expect(new Set(begun.map(({ atMs }) => atMs))).toEqual(new Set([nightMs]));
  expect(exchange.playUntil(nightMs + 900_000)).toEqual({ messages: [], hasCaughtUp: true });
  exchange.move("FPT", 81_000_000n);
  const moved = exchange.playUntil(nightMs + 900_100).messages;
  expect(moved).toMatchObject([{ kind: "trade", symbol: "FPT", atMs: nightMs + 900_100 }]);
});

test("on another clock and at another speed, gives the same messages at other times, none in the future", () => {
  const original = play({ speed: 1, nowMs: startMs }, everySecondUntil(startMs, 60));
  const played = play({ speed: 60, nowMs: nightMs }, [nightMs + 250, nightMs + 1_000]);
  expect(played.length).toBe(original.length);
  for (const [index, message] of played.entries()) {
    const sinceMs = (original[index]?.atMs ?? 0) - startMs;
    expect(Math.abs(message.atMs - nightMs - sinceMs / 60)).toBeLessThan(1.01);
    expect(message.atMs).toBeLessThanOrEqual(nightMs + 1_000);
  }
  expect(played.find(({ kind }) => kind === "day")).toMatchObject({ date: "2026-11-28", atMs: nightMs });
  expect(played.find(({ kind }) => kind === "news")).toMatchObject({ item: { publishedAtMs: nightMs } });
});

test("the times of messages never go back while the clock does not", () => {
  const times = play({ speed: 37, nowMs: nightMs }, everySecondUntil(nightMs, 20)).map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("after an hour of suspension catches up one second", () => {
  const exchange = createPlayedExchange({ ...simulated, speed: 10, nowMs: nightMs });
  exchange.playUntil(nightMs + 3_600_000);
  expect(exchange.playedMs()).toBe(startMs + 10_000);
  exchange.playUntil(nightMs);
  expect(exchange.playedMs()).toBe(startMs + 10_000);
});

test("returns the messages that exceed one call in the next ones", () => {
  const instruments = Array.from({ length: 80 }, (_, index) => shareNamed(`S${index}`, 25_000_000n));
  const exchange = createPlayedExchange({ ...simulated, instruments, speed: 1, nowMs: startMs });
  const first = exchange.playUntil(startMs + 5);
  expect(first.hasCaughtUp).toBe(false);
  expect(first.messages.filter(({ kind }) => kind === "day")).toHaveLength(50);
  const second = exchange.playUntil(startMs + 500);
  expect(second.messages.filter(({ kind }) => kind === "day")).toHaveLength(30);
  expect(exchange.playedMs()).toBe(startMs + 5);
});

function play(
  settings: Pick<PlayedExchangeSettings, "speed" | "nowMs">,
  timesMs: readonly number[],
): MarketMessage[] {
  const exchange = createPlayedExchange({ ...simulated, ...settings });
  return timesMs.flatMap((untilMs) => {
    const sent: MarketMessage[] = [];
    for (;;) {
      const { messages, hasCaughtUp } = exchange.playUntil(untilMs);
      sent.push(...messages);
      if (hasCaughtUp) return sent;
    }
  });
}

function everySecondUntil(fromMs: number, seconds: number): number[] {
  return Array.from({ length: seconds }, (_, index) => fromMs + (index + 1) * 1_000);
}

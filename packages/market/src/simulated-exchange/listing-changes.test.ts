import { expect, test } from "vitest";
import type { MarketMessage, TradeMessage } from "../quotes/messages.ts";
import { listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import {
  createSimulatedExchange,
  type SimulatedExchange,
  type SimulatedExchangeSettings,
} from "./simulated-exchange.ts";

test("an instrument that is listed later is traded from then on, and changes nothing for the others", () => {
  const later = shareNamed("NEW", 50_000_000n);
  const [joined, alone] = [open({ seed: 1, startMs: at("09:30") }), open({ seed: 1, startMs: at("09:30") })];
  const before = [messagesUntil(joined, at("09:35")), messagesUntil(alone, at("09:35"))];
  joined.list(later);
  const after = [messagesUntil(joined, at("09:50")), messagesUntil(alone, at("09:50"))];
  expect(bytesOf(before[0] ?? [])).toBe(bytesOf(before[1] ?? []));
  const ofLater = after[0]?.filter((message) => message.kind !== "heartbeat" && message.symbol === "NEW");
  const ofOthers = after[0]?.filter((message) => message.kind === "heartbeat" || message.symbol !== "NEW");
  expect(ofLater?.[0]).toMatchObject({ kind: "day", seq: 1, referencePrice: 50_000_000n });
  expect(ofLater?.[0]?.atMs).toBe(at("09:35") + 1);
  expect(ofLater?.some(({ kind }) => kind === "trade")).toBe(true);
  expect(bytesOf(ofOthers ?? [])).toBe(bytesOf(after[1] ?? []));
});

test("an unlisted instrument has no more messages, and may be listed again", () => {
  const exchange = open({ seed: 1, startMs: at("09:30") });
  const ofFpt = (clock: string) =>
    messagesUntil(exchange, at(clock)).filter(
      (message) => message.kind !== "heartbeat" && message.symbol === "FPT",
    );
  expect(ofFpt("09:35")).not.toEqual([]);
  exchange.unlist("FPT");
  exchange.unlist("NONE");
  expect(ofFpt("09:45")).toEqual([]);
  exchange.list(shareNamed("FPT", 90_000_000n));
  expect(ofFpt("09:46")[0]).toMatchObject({ kind: "day", seq: 1, referencePrice: 90_000_000n });
});

test("new details apply from the next order on, and another exchange begins a new day", () => {
  const exchange = open({ seed: 1, startMs: at("09:30"), instruments: [shareNamed("AAA", 25_000_000n)] });
  const first = messagesUntil(exchange, at("09:40"));
  exchange.list(shareNamed("AAA", 25_000_000n, { lot: 1_000n, minQuantity: 1_000n }));
  const larger = messagesUntil(exchange, at("11:00"));
  expect(larger.filter(({ kind }) => kind === "day")).toEqual([]);
  expect(larger.filter(isTrade).at(-1)?.quantity).toBeGreaterThanOrEqual(1_000);
  exchange.list(shareNamed("AAA", 25_000_000n, { exchange: "UPCOM" }));
  const [day] = messagesUntil(exchange, at("11:01"));
  expect(day).toMatchObject({ kind: "day", seq: first.length + larger.length + 1 });
});

test("a moved price is traded at once, within the band, and trading goes on from it", () => {
  const exchange = open({ seed: 1, startMs: at("09:30"), instruments: [shareNamed("AAA", 25_000_000n)] });
  exchange.move("AAA", 24_000_000n);
  expect(messagesUntil(exchange, at("09:40")).filter(isTrade).at(-1)?.price).toBeGreaterThan(24_500_000n);
  exchange.move("AAA", 24_020_000n);
  const [moved, ...after] = messagesUntil(exchange, at("09:45")).filter(isTrade);
  expect(moved).toMatchObject({ symbol: "AAA", price: 24_000_000n, atMs: at("09:40"), quantity: 100 });
  for (const { price } of after) expect(Math.abs(Number(price - 24_000_000n))).toBeLessThan(500_000);
  exchange.move("AAA", 1n);
  exchange.move("NONE", 1n);
  expect(messagesUntil(exchange, at("09:46")).filter(isTrade)[0]?.price).toBe(23_250_000n);
});

function open(
  settings: Partial<SimulatedExchangeSettings> & { seed: number; startMs: number },
): SimulatedExchange {
  const instruments = listSomeInstruments();
  return createSimulatedExchange({ instruments, holidays: new Set(), isAlwaysTrading: false, ...settings });
}

function isTrade(message: MarketMessage): message is TradeMessage {
  return message.kind === "trade";
}

function messagesUntil(exchange: SimulatedExchange, untilMs: number): MarketMessage[] {
  const sent = [...exchange.advanceTo(untilMs)];
  while (exchange.reachedMs() < untilMs) sent.push(...exchange.advanceTo(untilMs));
  return sent;
}

function at(clock: string): number {
  return Date.parse(`2026-11-23T${clock.padEnd(8, ":00")}+07:00`);
}

function bytesOf(messages: readonly MarketMessage[]): string {
  return JSON.stringify(messages, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

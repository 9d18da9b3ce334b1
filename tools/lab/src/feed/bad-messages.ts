import { setTimeout as wait } from "node:timers/promises";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "@trading-oms/feed";
import { type Dice, randomBytes } from "../harness/dice.ts";
import { type Listening, readMetrics } from "../harness/server.ts";
import type { PublishedMarket } from "./market.ts";

/** Makes a number of invalid frames that no correct publisher would send. */
export function makeInvalidFrames(count: number, dice: Dice): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const make = makers[index % makers.length];
    if (make === undefined) throw new RangeError("There is no such bad message.");
    const made = make(dice);
    return typeof made === "string" ? new TextEncoder().encode(made) : made;
  });
}

const frame =
  '{"version":1,"source":"stranger","beganAtMs":1,"frame":1,"atMs":1,"messages":[{"kind":"trade","symbol":"FPT","seq":1}]}';

const makers: readonly ((dice: Dice) => string | Uint8Array)[] = [
  (dice) => randomBytes(dice, 1 + dice(2_000)),
  (dice) => frame.slice(0, dice(frame.length - 1)),
  () => `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  () => '{"__proto__":{"version":1},"messages":[]}',
  () => frame.replace('"version":1', '"version":99'),
  () => frame.replace('"frame":1', '"frame":1e308'),
  () => frame.replace('"atMs":1', '"atMs":-9007199254740993'),
  () => frame.replace('"stranger"', `"${"x".repeat(10_000)}"`),
  () => frame.replace(/\[.*\]/, "7"),
  () => "null",
];

/** An invalid message that a publisher could send by mistake, and the expected reason. */
type InvalidMessage = { readonly reason: BadReason; readonly message: FeedMessage };

const nothingTraded = { quantity: 0, turnover: 0n, tradeCount: 0 };

/** Lists invalid messages of every kind, each with one fault. */
export function makeInvalidMessages(symbol: string, atMs: number): InvalidMessage[] {
  const origin = { symbol, seq: 1, atMs };
  const trade = { kind: "trade", ...origin, price: 80_000_000n, quantity: 100, side: "buy" };
  const depth = { kind: "depth", ...origin, bids: [], asks: [] };
  const day = { kind: "day", ...origin, date: "2026-11-16", referencePrice: 80_000_000n };
  const levels = Array.from({ length: 51 }, () => ({ price: 1n, quantity: 1 }));
  const snapshot = {
    ...{ date: "2026-11-16", referencePrice: 80_000_000n, isHalted: false, news: [] },
    ...{ total: nothingTraded, bought: nothingTraded, sold: nothingTraded, quotedSeq: 1, quotedAtMs: atMs },
  };
  const withQuote = (members: object) => ({
    kind: "snapshot",
    ...origin,
    quote: { ...snapshot, ...members },
  });
  const listed: readonly (readonly [BadReason, object])[] = [
    ["kind", { ...trade, kind: "auction-hint" }],
    ["symbol", { ...trade, symbol: "F PT" }],
    ["seq", { ...trade, seq: 0 }],
    ["time", { ...trade, atMs: 0 }],
    ["price", { ...trade, price: 0n }],
    ["quantity", { ...trade, quantity: 0 }],
    ["value", { ...trade, side: "bought" }],
    ["value", { ...depth, bids: levels }],
    ["price", { ...depth, asks: [{ price: 0n, quantity: 1 }] }],
    ["quantity", { ...depth, bids: [{ price: 1n, quantity: 0 }] }],
    ["date", { ...day, date: "2026-02-30" }],
    ["price", { ...day, referencePrice: 0n }],
    ["value", { kind: "session", ...origin, session: "lunch" }],
    ["price", { kind: "close", ...origin, price: 0n }],
    ["value", { kind: "status", ...origin, isHalted: "no" }],
    ["quantity", { kind: "open-interest", ...origin, openInterest: -1 }],
    ["quantity", { kind: "sentiment", ...origin, bullishCount: 1.5, bearishCount: 0 }],
    ["text", { kind: "news", ...origin, item: { title: "", publishedAtMs: atMs } }],
    ["text", { kind: "news", ...origin, item: { title: "a", publishedAtMs: atMs, url: "javascript:1" } }],
    ["time", { kind: "heartbeat", atMs: -1 }],
    ["value", { kind: "snapshot", ...origin, quote: 7 }],
    ["quantity", withQuote({ bought: { quantity: 100, turnover: 0n, tradeCount: 1 } })],
    ["quantity", withQuote({ lastPrice: 80_000_000n })],
    ["date", withQuote({ date: "16/11/2026" })],
    ["price", withQuote({ referencePrice: 0n })],
    ["seq", withQuote({ quotedSeq: -1 })],
  ];
  return listed.map(([reason, message]) => ({ reason, message: message as FeedMessage }));
}

const times = 20;
const arrivalMs = 1_500;
/** Short, since a symbol is requested again at increasing intervals. */
const losingMs = 120;
const spoilingMs = 60;
/** On a busy machine, no answer may arrive while the first are spoilt. */
const spoilingRounds = 20;

/**
 * Makes the publisher itself send invalid messages in its next frames, and then answer with snapshots that cannot be
 * shown. Returns those that were not counted under the expected reason.
 */
export async function publishBadMessages(server: Listening, market: PublishedMarket): Promise<string[]> {
  const [symbol = ""] = market.symbols();
  const bad = makeInvalidMessages(symbol, Date.now());
  const countBad = await countingBad(server);
  for (let time = 0; time < times; time += 1) {
    market.publishUnchecked(bad.map(({ message }) => message));
    await wait(10);
  }
  await wait(arrivalMs);
  const counted = await countBad();
  const faults: string[] = [];
  for (const [reason, each] of Map.groupBy(bad, ({ reason }) => reason)) {
    if (counted(reason) !== times * each.length)
      faults.push(`of ${times * each.length} messages bad for ${reason} ${counted(reason)} were counted`);
  }
  console.log(`  ${times * bad.length} bad messages in the publisher's own frames, counted by their reasons`);
  return [...faults, ...(await answerBadly(server, market))];
}

async function answerBadly(server: Listening, market: PublishedMarket): Promise<string[]> {
  const countBad = await countingBad(server);
  let count = 0;
  market.spoilAnswers(true);
  for (let round = 1; count === 0 && round <= spoilingRounds; round += 1) {
    market.loseEvery(3);
    await wait(losingMs);
    market.loseEvery(0);
    await wait(spoilingMs);
    count = (await countBad())("quantity");
  }
  market.spoilAnswers(false);
  console.log(`  ${count} snapshots in answers that could not be shown, passed over`);
  return count > 0 ? [] : ["no bad snapshot of an answer was counted"];
}

/** Counts invalid messages by reason from now on. */
async function countingBad(server: Listening) {
  const read = async () => (await readMetrics(server)).byLabel("oms_feed_invalid_total");
  const before = await read();
  return async () => {
    const after = await read();
    return (reason: string): number => (after.get(reason) ?? 0) - (before.get(reason) ?? 0);
  };
}

/** A stock dividend of one for one on Tuesday, 17 November 2026, of a share that many accounts hold. */
import { setTimeout as wait } from "node:timers/promises";
import { openReferenceBook, type Services } from "@trading-oms/brokerage";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { type Price, type QuoteSnapshot, readQuote } from "@trading-oms/market";
import { startNats } from "@trading-oms/scratch";
import { moveClock, shareClock } from "../harness/clock.ts";
import { makeDice } from "../harness/dice.ts";
import { checkReach, measureUntil, seconds } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { openPublisher } from "../harness/publisher.ts";
import {
  awaitShares,
  checkQuiet,
  readMetrics,
  type ServerProcess,
  startServerProcess,
  stopServer,
} from "../harness/server.ts";
import { adjustUntilDone } from "./adjust-until-done.ts";
import { checkHeld, fill, prices, symbol } from "./positions.ts";

const exDate = "2026-11-17";
const at = (time: string): number => Date.parse(`2026-11-${time}+07:00`);

const sharedMsMax = 60_000;
const heardMsMax = 10_000;
const heldBackMsMax = 30_000;
const calmMs = 3_000;
/** Longer than a server takes to tell the calls of so many positions. */
const toldMsMaxOf = (positions: number): number => 60_000 + 20 * positions;

type ExDatePlan = { readonly positions: number; readonly kills: number; readonly seed: number };

/** Kills and repeats the adjustment of all positions while prices move, and checks what is stored and who is told. */
export async function runExDate(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { positions, kills, seed }: ExDatePlan,
): Promise<Verdict> {
  const dice = makeDice(seed);
  const faults: string[] = [];
  moveClock(at("16T14:00") - Date.now());
  const filledMs = await timed(() => fill(services, positions));
  const feed = await openFeed(services);
  const start = async (): Promise<ServerProcess> => {
    const started = await startServerProcess({ ...environment, FEED: feed.url, ...shareClock() });
    await awaitShares([started], sharedMsMax, faults);
    return started;
  };
  let server: ServerProcess | undefined;
  try {
    moveClock(at("16T14:44:55") - Date.now());
    server = await start();
    await wait(Math.max(0, at("16T14:45:01") - Date.now()));
    feed.trade(prices.close);
    await feed.untilStored(({ lastPrice }) => lastPrice === prices.close);
    faults.push(...(await stopQuietly(server)));
    moveClock(at("17T09:20") - Date.now());
    const started = await start();
    server = started;
    feed.openDay(exDate, prices.halved);
    feed.trade(prices.halved);
    await feed.untilStored(({ date, lastPrice }) => date === exDate && lastPrice === prices.halved);
    const listed = { sinceMs: performance.now(), elapsedMsMax: heldBackMsMax };
    if ((await measureUntil(() => holdsBack(started), listed)) === undefined)
      faults.push(`calls of ${symbol} were not held back within ${heldBackMsMax} ms`);
    const moves = move(() => {
      const steps = BigInt(dice(Number((prices.highest - prices.lowestBorne) / prices.step) + 1));
      feed.trade(prices.lowestBorne + steps * prices.step);
    });
    const settings = { ...environment, ...shareClock() };
    const order = { symbol, exDate, factor: "2/1", positions, kills };
    const adjusted = await adjustUntilDone(settings, dice, order).finally(moves.stop);
    // The server takes in the last changes at the last price.
    await wait(calmMs);
    faults.push(...adjusted.faults, ...(await checkHeld(services, positions, 0)));
    if (faults.length > 0) return { line: adjusted.line, faults };
    const began = performance.now();
    feed.trade(prices.fall);
    const limit = { sinceMs: began, elapsedMsMax: toldMsMaxOf(positions) };
    const toldMs = await measureUntil(() => hasTold(started, positions), limit);
    if (toldMs === undefined) faults.push(`not all were called within ${seconds(limit.elapsedMsMax)}`);
    await wait(calmMs);
    faults.push(...(await checkHeld(services, positions, 1)));
    const warned = started.complaints().split("\n").filter(isHeldBack).length;
    faults.push(...checkReach({ ...adjusted.reach, "warnings of held-back calls": warned }));
    faults.push(...checkReach({ "prices beside the adjustment": moves.count() }));
    faults.push(...(await stopQuietly(started)));
    const line =
      `${positions} positions filled in ${seconds(filledMs)}; ${adjusted.line}, beside ${moves.count()} prices; ` +
      `then each called once within ${seconds(toldMs ?? limit.elapsedMsMax)}`;
    return { line, faults };
  } finally {
    await server?.kill();
    await feed.close();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const betweenMs = 50;

/** Does something again and again until it is stopped. */
function move(act: () => void): { readonly count: () => number; readonly stop: () => void } {
  let count = 0;
  const timer = setInterval(() => {
    act();
    count += 1;
  }, betweenMs);
  return { count: () => count, stop: () => clearInterval(timer) };
}

/** The prices of the symbol over NATS. */
async function openFeed(services: Services) {
  const instrument = (await openReferenceBook(services)).findInstrument(symbol);
  if (instrument === undefined) throw new Error(`${symbol} is not listed.`);
  const nats = await startNats();
  const publisher = await openPublisher(nats.url, [instrument]);
  const publish = (message: FeedMessage): void => publisher.publish([message]);
  let seq = 0;
  const next = () => {
    seq += 1;
    return { symbol, seq, atMs: Date.now() };
  };
  return {
    url: nats.url,
    close: async (): Promise<void> => {
      await publisher.close();
      await nats.stop();
    },
    trade: (price: Price): void => publish({ kind: "trade", ...next(), price, quantity: 100, side: "none" }),
    openDay: (date: QuoteSnapshot["date"], referencePrice: Price): void =>
      publish({ kind: "day", ...next(), date, referencePrice }),
    untilStored: async (isWanted: (quote: QuoteSnapshot) => boolean): Promise<void> => {
      const isStored = async (): Promise<boolean> => {
        const [record] = await services.store.readQuotes([symbol]);
        const reading = record && readQuote(record.snapshot);
        return reading?.kind === "quote" && isWanted(reading.quote);
      };
      const limit = { sinceMs: performance.now(), elapsedMsMax: heardMsMax };
      if ((await measureUntil(isStored, limit)) === undefined)
        throw new Error(`A price of ${symbol} was not stored within ${heardMsMax} ms.`);
    },
  };
}

async function holdsBack(server: ServerProcess): Promise<boolean> {
  return (await readMetrics(server)).sumOf("oms_calls_held_back") === 1;
}

async function hasTold(server: ServerProcess, positions: number): Promise<boolean> {
  await wait(200);
  return (await readMetrics(server)).sumOf("oms_watch_notifications_total") >= positions;
}

const isHeldBack = (line: string): boolean => line.includes('"calls held back"');

/** Stops a server. Reports an exit code other than 0, and what it logged besides the calls held back. */
async function stopQuietly(server: ServerProcess): Promise<string[]> {
  const faults = await stopServer(server);
  const complaints = server.complaints().split("\n");
  const others = complaints.filter((line) => !isHeldBack(line)).join("\n");
  return [...faults, ...checkQuiet({ complaints: () => others })];
}

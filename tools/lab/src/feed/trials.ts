import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { natsSubjects } from "@trading-oms/feed/nats";
import type { Instrument } from "@trading-oms/market";
import type { ScratchNats } from "@trading-oms/scratch";
import { makeDice } from "../harness/dice.ts";
import { measureUntil } from "../harness/figures.ts";
import { type Listening, readMetrics, type ServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { makeInvalidFrames, publishBadMessages } from "./bad-messages.ts";
import { findDifferentSymbols, openPublishedMarket, type PublishedMarket } from "./market.ts";

/** The resources of the trials. */
type FeedTrials = {
  readonly server: ServerProcess;
  readonly nats: ScratchNats;
  readonly instruments: readonly Instrument[];
  readonly seed: number;
  readonly rounds: number;
  /** How long a server may take until it shows the right prices again. */
  readonly healingMsMax: number;
};

const badCount = 1_000;
/** How long bad frames may take until they are counted. The healing of prices is judged only afterwards. */
const countedMsMax = 15_000;
const awayMs = 2_500;
const restartMs = 1_000;
const losingMs = 1_500;
const lostEvery = 17;

/** Runs all trials on a server while all of its operations are called. Returns the faults. */
export async function runFeedTrials(trials: FeedTrials): Promise<string[]> {
  const { server, nats, instruments, seed, rounds } = trials;
  const faults: string[] = [];
  const asking = askOperations(server);
  const judge = checkWith(trials, faults);
  await wait(500);
  await nats.start();
  let market = await openPublishedMarket(nats.url, instruments, seed);
  await judge("the feed is there at last", market);
  for (let round = 1; round <= rounds; round += 1) {
    await nats.stop();
    await wait(awayMs);
    await nats.start();
    await judge("NATS was away, and is back", market);
    await loseFrames(market);
    await judge("frames were lost", market);
    faults.push(...(await sendBadMessages(trials, round)));
    await judge(`${badCount} bad frames of a stranger came in between`, market);
    faults.push(...(await publishBadMessages(server, market)));
    await judge("the publisher itself sent invalid messages and snapshots", market);
    await market.close();
    market = await openPublishedMarket(nats.url, instruments, seed + round);
    // Symbols without a snapshot follow with their first messages.
    await wait(restartMs);
    await judge("another publisher began anew", market);
  }
  const { count, slowestMs, faults: unanswered } = await asking.stop();
  faults.push(...unanswered);
  await market.close();
  const metrics = await readMetrics(server);
  const [losses, lostFrames, gaps, heals, conflicts] = [
    "disconnects",
    "lost_frames",
    "gaps",
    "resyncs",
    "conflicts",
  ].map((name) => metrics.sumOf(`oms_feed_${name}_total`)) as [number, number, number, number, number];
  console.log(
    `  ${count} requests of five operations, the slowest in ${slowestMs.toFixed(0)} ms, ${unanswered.length} not answered as they have to be`,
  );
  console.log(
    `  /metrics: ${losses} connections lost, ${lostFrames} frames lost, ${gaps} gaps, ${heals} heals`,
  );
  if (losses < rounds || lostFrames === 0 || heals === 0) faults.push("the metrics count no such trials");
  if (conflicts > 0) faults.push(`${conflicts} answers of the publisher alone were taken for those of two`);
  return faults;
}

function checkWith({ server, healingMsMax }: FeedTrials, faults: string[]) {
  return async (event: string, market: PublishedMarket): Promise<void> => {
    const beforeCount = market.messageCount();
    const { elapsedMs, different } = await measureHealing(server, market, healingMsMax);
    const isWell = different.length === 0 && elapsedMs <= healingMsMax;
    const symbolCount = market.symbols().size;
    console.log(
      `  ${event}: ${symbolCount} symbols ${isWell ? "right" : "NOT RIGHT"} after ${elapsedMs.toFixed(0)} ms (≤ ${healingMsMax}), ${market.messageCount() - beforeCount} messages meanwhile`,
    );
    if (!isWell) faults.push(`${event}: symbols differ, such as ${different.join(", ")}`);
    if (symbolCount === 0) faults.push(`${event}: nothing was published, so that nothing was shown`);
  };
}

async function loseFrames(market: PublishedMarket): Promise<void> {
  market.loseEvery(lostEvery);
  await wait(losingMs);
  market.loseEvery(0);
  console.log(`  ${market.lostCount()} frames lost on the way`);
}

async function sendBadMessages({ server, nats, seed }: FeedTrials, round: number): Promise<string[]> {
  const countBad = async () => (await readMetrics(server)).sumOf("oms_feed_invalid_total");
  const beforeCount = await countBad();
  const stranger = await connect({ servers: new URL(nats.url).host });
  for (const bytes of makeInvalidFrames(badCount, makeDice(seed + round))) {
    stranger.publish(natsSubjects.changes, bytes);
    await wait(1);
  }
  // Closing discards what the client has not sent yet.
  await stranger.flush();
  await stranger.close();
  // The largest take a slow machine 20 ms each.
  const areCounted = async () => (await countBad()) - beforeCount >= badCount;
  await measureUntil(areCounted, { sinceMs: performance.now(), elapsedMsMax: countedMsMax });
  const counted = (await countBad()) - beforeCount;
  console.log(`  ${badCount} bad frames sent, ${counted} counted in /metrics`);
  return counted === badCount ? [] : [`of ${badCount} bad frames ${counted} were counted`];
}

/** Messages in flight when a market is paused arrive within this time. */
const arrivalMs = 60;
const pauseMs = 100;

/** How long a server took to show what the publisher's board shows, and the remaining differences if it never did. */
type Healing = { readonly elapsedMs: number; readonly different: readonly string[] };

/**
 * Compares a server with the market's board, with the market paused for each comparison, until they are the same or the
 * time is over. The elapsed time ends when the market was paused.
 */
async function measureHealing(
  server: Listening,
  market: PublishedMarket,
  elapsedMsMax: number,
): Promise<Healing> {
  const began = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - began;
    const different = await market.hold(async () => {
      await wait(arrivalMs);
      return findDifferentSymbols(server, market.board, market.symbols());
    });
    if (different.length === 0 || elapsedMs > elapsedMsMax) return { elapsedMs, different };
    await wait(pauseMs);
  }
}

const askPauseMs = 15;
/** A slower request counts as unanswered. */
const answerMsMax = 2_000;

/** Calls all five operations in turn until it is stopped. */
function askOperations({ url, token }: ServerProcess) {
  const faults: string[] = [];
  let [count, slowestMs] = [0, 0];
  let isStopped = false;
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const began = performance.now();
    const signal = AbortSignal.timeout(answerMsMax);
    const status = await fetch(url + path, { ...init, signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      (thrown: unknown) => String(thrown),
    );
    count += 1;
    slowestMs = Math.max(slowestMs, performance.now() - began);
    // A request without a card is refused, even if card reading is off. No other request may be.
    const isRefused = typeof status === "number" && status >= 400 && status < 500;
    if (path === paths.card ? !isRefused : status !== 200) faults.push(`${path} was answered with ${status}`);
  };
  const asking = (async () => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    for (; !isStopped; await wait(askPauseMs)) {
      await ask(`${paths.search}fpt`, {});
      await ask(paths.card, { method: "POST", headers, body: "{}" });
      await ask(paths.cover, {
        method: "PATCH",
        headers: { ...headers, "Idempotency-Key": randomUUID() },
        body: JSON.stringify({ accountId: "888C000017", symbol: "FPT", amount: 2_000_000 }),
      });
      await ask(`${paths.ratio}FPT`, { headers });
      await ask(`${paths.notifications}?limit=5`, { headers });
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return { count, slowestMs, faults };
    },
  };
}

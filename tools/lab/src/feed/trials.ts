import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { natsSubjects } from "@trading-oms/feed/nats";
import type { Instrument } from "@trading-oms/market";
import type { ScratchNats } from "@trading-oms/scratch";
import { makeDice } from "../ground/dice.ts";
import type { ServerProcess } from "../ground/server.ts";
import { listBadMessages, tellBadMessages } from "./bad-messages.ts";
import { compareBoards, openPublishedMarket, type PublishedMarket, readFeedMetrics } from "./market.ts";

/** What the trials are made with. */
type FeedTrials = {
  readonly server: Pick<ServerProcess, "port" | "token">;
  readonly nats: ScratchNats;
  readonly instruments: readonly Instrument[];
  readonly seed: number;
  readonly rounds: number;
};

const healingMsMax = 2_000;
const badCount = 1_000;
const awayMs = 2_500;
const losingMs = 1_500;
const lostEvery = 17;

/** Puts a server through all trials while it is asked for everything, and gives what was not as it has to be. */
export async function runFeedTrials(trials: FeedTrials): Promise<string[]> {
  const { server, nats, instruments, seed, rounds } = trials;
  const faults: string[] = [];
  const asking = askOperations(server.port, server.token);
  const judge = judgeWith(server.port, faults);
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
    faults.push(...(await tellBadMessages(server.port, market)));
    await judge("the publisher itself told and answered what is bad", market);
    await market.close();
    market = await openPublishedMarket(nats.url, instruments, seed + round);
    await judge("another publisher began anew", market);
  }
  const { count, slowestMs, faults: unanswered } = await asking.stop();
  faults.push(...unanswered);
  await market.close();
  const { gaps, lostFrames, heals, losses, conflicts } = await readFeedMetrics(server.port);
  console.log(
    `  ${count} requests of five operations, the slowest in ${slowestMs.toFixed(0)} ms, ${unanswered.length} not answered as they have to be`,
  );
  console.log(
    `  /metrics: ${losses} connections lost, ${lostFrames} frames lost, ${gaps} gaps, ${heals} heals`,
  );
  if (losses < rounds || lostFrames === 0 || heals === 0) faults.push("the metrics tell of no such trials");
  if (conflicts > 0) faults.push(`${conflicts} answers of the publisher alone were taken for those of two`);
  return faults;
}

function judgeWith(port: number, faults: string[]) {
  return async (event: string, market: PublishedMarket): Promise<void> => {
    const beforeCount = market.messageCount();
    const { elapsedMs, different } = await measureHealing(port, market, healingMsMax);
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
  const before = await readFeedMetrics(server.port);
  const stranger = await connect({ servers: new URL(nats.url).host });
  for (const bytes of listBadMessages(badCount, makeDice(seed + round))) {
    stranger.publish(natsSubjects.changes, bytes);
    await wait(1);
  }
  await stranger.close();
  const countNow = async () => (await readFeedMetrics(server.port)).bad - before.bad;
  let counted = await countNow();
  // A server that others keep the machine from has read them a moment later.
  for (const began = performance.now(); counted < badCount && performance.now() - began < healingMsMax; ) {
    await wait(50);
    counted = await countNow();
  }
  console.log(`  ${badCount} bad frames sent, ${counted} counted in /metrics`);
  return counted === badCount ? [] : [`of ${badCount} bad frames ${counted} were counted`];
}

/** What is on its way when a market is held still arrives within this. */
const arrivalMs = 60;
const pauseMs = 100;

/** How long it took until a server showed what the publisher's board does, and where it never did, what differed. */
type Healing = { readonly elapsedMs: number; readonly different: readonly string[] };

/**
 * Looks again and again whether a server shows what the market's board does, each time with the market held still, until
 * it does or the time is over; what counts is the moment at which the market was held.
 */
async function measureHealing(port: number, market: PublishedMarket, elapsedMsMax: number): Promise<Healing> {
  const began = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - began;
    const different = await market.hold(async () => {
      await wait(arrivalMs);
      return compareBoards(port, market.board, market.symbols());
    });
    if (different.length === 0 || elapsedMs > elapsedMsMax) return { elapsedMs, different };
    await wait(pauseMs);
  }
}

/** How the operations answered for as long as they were asked. */
type Asking = {
  readonly stop: () => Promise<{
    readonly count: number;
    readonly slowestMs: number;
    readonly faults: readonly string[];
  }>;
};

type Request = { readonly name: string; readonly path: string; readonly made: RequestInit };

const askPauseMs = 15;
/** A request that takes longer was not answered. */
const answerMsMax = 2_000;

/** Asks all five operations in turn until it is stopped, as clients of good faith do. */
function askOperations(port: number, token: string): Asking {
  const faults: string[] = [];
  let [count, slowestMs] = [0, 0];
  let isStopped = false;
  const asking = ask();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return { count, slowestMs, faults };
    },
  };

  async function ask(): Promise<void> {
    while (!isStopped) {
      for (const { name, path, made } of requestsOf(token)) {
        const began = performance.now();
        const status = await fetch(`http://127.0.0.1:${port}${path}`, {
          ...made,
          signal: AbortSignal.timeout(answerMsMax),
        }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          (thrown: unknown) => String(thrown),
        );
        count += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
        if (!isAnswer(name, status)) faults.push(`${name} was answered with ${status}`);
      }
      await wait(askPauseMs);
    }
  }
}

function requestsOf(token: string): Request[] {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const cover = { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 };
  return [
    { name: "searchSymbols", path: "/api/v1/MarketData/GetSymbolSearch/fpt", made: {} },
    {
      name: "parseIdCard",
      path: "/api/v2/chat/api/id-card",
      made: { method: "POST", headers, body: JSON.stringify({}) },
    },
    {
      name: "setCoveredMarginCall",
      path: "/api/v1/users/covered-margin-call",
      made: {
        method: "PATCH",
        headers: { ...headers, "Idempotency-Key": randomUUID() },
        body: JSON.stringify(cover),
      },
    },
    { name: "getMarginRatio", path: "/api/v1/diagnostics/margin-ratios/FPT", made: { headers } },
    { name: "listNotifications", path: "/api/v1/notifications?limit=5", made: { headers } },
  ];
}

/** A request without a card is refused, and so it is where cards are not read; nothing else may be. */
function isAnswer(name: string, status: number | string): boolean {
  if (name === "parseIdCard") return typeof status === "number" && status >= 400 && status < 500;
  return status === 200;
}

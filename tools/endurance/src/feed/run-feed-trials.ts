import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { natsSubjects } from "@trading-oms/feed/nats";
import type { Instrument } from "@trading-oms/market";
import type { ScratchNats } from "@trading-oms/scratch";
import { makeDice } from "../make-dice.ts";
import type { ServerProcess } from "../start-server-process.ts";
import { askOperations } from "./ask-operations.ts";
import { listBadMessages } from "./list-bad-messages.ts";
import { measureHealing } from "./measure-healing.ts";
import { openPublishedMarket, type PublishedMarket } from "./open-published-market.ts";
import { readFeedMetrics } from "./read-feed-metrics.ts";
import { tellBadMessages } from "./tell-bad-messages.ts";

/** What the trials are made with. */
export type FeedTrials = {
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

import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { makeDice } from "../ground/dice.ts";
import type { Verdict } from "../ground/lab-test.ts";
import { runOms } from "../ground/oms.ts";
import type { ServerProcess } from "../ground/server.ts";
import { checkPages, judgeWatch, readTellings } from "./judge.ts";
import { openWatchedMarket } from "./market.ts";
import {
  awaitSettled,
  awaitShards,
  isKillDue,
  killInRound,
  openFleet,
  playRound,
  sharedMsMax,
  stopInRound,
  type WatchRun,
} from "./rounds.ts";

/** What is done to servers; gives one that is there at the end, or none where something was not in time. */
export type Variant = {
  readonly name: string;
  readonly play: (run: WatchRun) => Promise<ServerProcess | undefined>;
};

/** How much a run has to do, at least, and what chance hangs on. */
export type VariantSettings = {
  readonly killCount: number;
  readonly episodeCountMin: number;
  readonly seed: number;
};

/** So long a watch that tells twice, or without a cause, has time to do so. */
const idleMs = 1_500;

/** Plays a variant on an empty store that its servers share, and judges it. */
export async function runVariant(
  { name, play }: Variant,
  store: Store,
  environment: Readonly<Record<string, string>>,
  { killCount, episodeCountMin, seed }: VariantSettings,
): Promise<Verdict> {
  const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
  const market = await openWatchedMarket(services, makeDice(seed));
  const fleet = openFleet(environment);
  const run: WatchRun = { market, fleet, killCount, interruptions: [], handoversMs: [], faults: [] };
  try {
    const server = await play(run);
    if (server !== undefined) await playOut(run, episodeCountMin);
    const users = new Set(market.expected().map(({ position }) => position.userId));
    const told = await readTellings(services, users);
    const verdict = judgeWatch(name, run, told);
    if (server === undefined) return verdict;
    const sign = async (userId: string) => (await runOms(environment, "token", "--user", userId)).trim();
    return { ...verdict, faults: [...verdict.faults, ...(await checkPages(market, { server, sign }, told))] };
  } finally {
    await fleet.stopAll();
  }
}

/** Goes on until there were as many episodes as were asked for, and sees that nothing follows any more. */
async function playOut(run: WatchRun, episodeCountMin: number): Promise<void> {
  while (run.market.episodeCount() < episodeCountMin) if (!(await playRound(run))) return;
  await wait(idleMs);
  await awaitSettled(run, "after the last prices were set", performance.now());
}

async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

/** One server is killed and started again, again and again. */
export async function runAlone(run: WatchRun): Promise<ServerProcess | undefined> {
  let server = await run.fleet.start();
  while (isKillDue(run)) {
    if (!(await playRound(run))) return undefined;
    const replace = async (): Promise<void> => {
      server = await run.fleet.start();
    };
    if (!(await killInRound(run, server, replace))) return undefined;
  }
  return server;
}

/** Two servers have half of the shards each; either is killed, started again and has its half again; one is stopped. */
export async function runShared(run: WatchRun): Promise<ServerProcess | undefined> {
  const { fleet, market } = run;
  // One after the other: the first may have to make the keys that both trust.
  let one = await fleet.start();
  let other = await fleet.start();
  while (isKillDue(run)) {
    if (!(await share(run, [one, other])) || !(await playRound(run))) return undefined;
    if (market.dice(2) === 0) [one, other] = [other, one];
    if (!(await killInRound(run, one, undefined))) return undefined;
    one = await fleet.start();
  }
  if (!(await share(run, [one, other]))) return undefined;
  if (!(await stopInRound(run, one, other))) return undefined;
  return (await share(run, [await fleet.start(), other])) ? other : undefined;
}

async function share(run: WatchRun, servers: readonly ServerProcess[]): Promise<boolean> {
  const question = { servers, sinceMs: performance.now(), elapsedMsMax: sharedMsMax };
  return (await awaitShards(run, question)) !== undefined;
}

/** A server holds everything, and is killed just after another has joined as its stand-by, again and again. */
export async function runStandBy(run: WatchRun): Promise<ServerProcess | undefined> {
  let holder = await run.fleet.start();
  while (isKillDue(run)) {
    if (!(await holdsAll(run, holder)) || !(await playRound(run))) return undefined;
    const standBy = await run.fleet.start();
    if (!(await killInRound(run, holder, undefined))) return undefined;
    holder = standBy;
  }
  return (await holdsAll(run, holder)) ? holder : undefined;
}

async function holdsAll(run: WatchRun, holder: ServerProcess): Promise<boolean> {
  const question = { servers: [holder], sinceMs: performance.now(), elapsedMsMax: sharedMsMax };
  return (await awaitShards(run, question)) !== undefined;
}

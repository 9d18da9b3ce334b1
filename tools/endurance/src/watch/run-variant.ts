import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { makeDice } from "../make-dice.ts";
import { runOms } from "../run-oms.ts";
import type { ServerProcess } from "../start-server-process.ts";
import type { Verdict } from "../verdict.ts";
import { checkPages } from "./check-pages.ts";
import { judgeWatch } from "./judge-watch.ts";
import { openFleet } from "./open-fleet.ts";
import { openWatchedMarket } from "./open-watched-market.ts";
import { awaitSettled, playRound } from "./play-round.ts";
import { readTellings } from "./read-tellings.ts";
import type { WatchRun } from "./watch-run.ts";

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

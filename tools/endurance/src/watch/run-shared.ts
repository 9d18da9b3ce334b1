import type { ServerProcess } from "../start-server-process.ts";
import { awaitShards, sharedMsMax } from "./await-shards.ts";
import { isKillDue } from "./is-kill-due.ts";
import { killInRound } from "./kill-in-round.ts";
import { playRound } from "./play-round.ts";
import { stopInRound } from "./stop-in-round.ts";
import type { WatchRun } from "./watch-run.ts";

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

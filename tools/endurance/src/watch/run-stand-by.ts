import type { ServerProcess } from "../start-server-process.ts";
import { awaitShards, sharedMsMax } from "./await-shards.ts";
import { isKillDue } from "./is-kill-due.ts";
import { killInRound } from "./kill-in-round.ts";
import { playRound } from "./play-round.ts";
import type { WatchRun } from "./watch-run.ts";

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

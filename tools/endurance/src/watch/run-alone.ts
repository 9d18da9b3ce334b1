import type { ServerProcess } from "../start-server-process.ts";
import { isKillDue } from "./is-kill-due.ts";
import { killInRound } from "./kill-in-round.ts";
import { playRound } from "./play-round.ts";
import type { WatchRun } from "./watch-run.ts";

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

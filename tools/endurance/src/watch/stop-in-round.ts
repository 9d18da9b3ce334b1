import type { ServerProcess } from "../start-server-process.ts";
import { awaitShards } from "./await-shards.ts";
import { beginRound } from "./begin-round.ts";
import { awaitSettled } from "./play-round.ts";
import type { WatchRun } from "./watch-run.ts";

/** Who is told to stop says so to the others, so that they need not wait for the end of its leases. */
export const handedOverMsMax = 3_000;

/** Tells a server in the middle of a round to stop, and waits for the other to go on; false where that was not in time. */
export async function stopInRound(
  run: WatchRun,
  victim: ServerProcess,
  other: ServerProcess,
): Promise<boolean> {
  if ((await beginRound(run)) === undefined) return false;
  const sinceMs = performance.now();
  const stopping = run.fleet.stop(victim);
  const handedOverMs = await awaitShards(run, { servers: [other], sinceMs, elapsedMsMax: handedOverMsMax });
  await stopping;
  if (handedOverMs === undefined) return false;
  run.handoversMs.push(handedOverMs);
  return (await awaitSettled(run, "after a server was told to stop", sinceMs)) !== undefined;
}

import { shardOf } from "@trading-oms/brokerage";
import type { ServerProcess } from "../start-server-process.ts";
import { beginRound } from "./begin-round.ts";
import { awaitSettled } from "./play-round.ts";
import type { WatchRun } from "./watch-run.ts";

/**
 * Kills a server in the middle of a round, and waits until the rest is told: by others, from the kill on, or by whoever
 * is started in its place, from then on. False where that was not in time.
 */
export async function killInRound(
  run: WatchRun,
  victim: ServerProcess,
  replace: (() => Promise<unknown>) | undefined,
): Promise<boolean> {
  const { market, fleet, interruptions } = run;
  const shards = await readShardsOf(run, victim);
  const changedCount = await beginRound(run);
  if (changedCount === undefined) return false;
  let sinceMs = performance.now();
  await fleet.kill(victim);
  const left = await market.readLeft();
  if (replace !== undefined) {
    await replace();
    sinceMs = performance.now();
  }
  const takeoverMs = await awaitSettled(run, "after a server was killed", sinceMs);
  if (takeoverMs === undefined) return false;
  const leftCount = left.filter(({ position }) => shards.has(shardOf(position.userId))).length;
  interruptions.push({ judgedCount: changedCount - left.length, leftCount, takeoverMs });
  return true;
}

/** The shards that a server holds; the number of its process is in the name that it holds them by. */
async function readShardsOf({ market }: WatchRun, { pid }: ServerProcess): Promise<Set<number>> {
  const { store, now } = market.services;
  const { leases } = await store.readRota();
  const held = leases.filter(
    ({ holder, untilMs }) => holder.split("/")[1] === String(pid) && untilMs > now(),
  );
  return new Set(held.map(({ shard }) => shard));
}

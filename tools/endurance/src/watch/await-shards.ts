import type { ServerProcess } from "../start-server-process.ts";
import { measureUntil } from "./measure-until.ts";
import { readShardCount } from "./read-shard-count.ts";
import type { WatchRun } from "./watch-run.ts";

const shardCount = 64;

/** A lease that is over and two turns of whoever takes it, or gives it up to who has joined, and time to spare. */
export const sharedMsMax = 15_000;

/** Among whom the shards have to be shared, and until when. */
export type ShardQuestion = {
  readonly servers: readonly ServerProcess[];
  readonly sinceMs: number;
  readonly elapsedMsMax: number;
};

/** Waits until servers hold all shards among them, as many each; where that is late it is a fault. */
export async function awaitShards(
  { faults }: WatchRun,
  { servers, sinceMs, elapsedMsMax }: ShardQuestion,
): Promise<number | undefined> {
  let counts: readonly number[] = [];
  const areShared = async (): Promise<boolean> => {
    counts = await Promise.all(servers.map(readShardCount));
    return counts.every((count) => count === shardCount / servers.length);
  };
  const elapsedMs = await measureUntil(areShared, { sinceMs, elapsedMsMax });
  if (elapsedMs === undefined) {
    faults.push(
      `after ${elapsedMsMax / 1_000} s ${servers.length} servers hold ${counts.join(" and ")} shards`,
    );
  }
  return elapsedMs;
}

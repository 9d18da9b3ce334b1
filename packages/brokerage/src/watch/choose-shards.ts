import type { Rota } from "../ports/index.ts";
import { shardCount } from "../shard-of.ts";

/**
 * Chooses the shards that a watcher asks for, so that all who are there hold as many as each other: its own up to its
 * part, and beyond them those that nobody holds.
 */
export function chooseShards({ watchers, leases }: Rota, holder: string, atMs: number): number[] {
  const others = watchers.filter((each) => each.untilMs > atMs && each.holder !== holder);
  const holders = [...others.map((each) => each.holder), holder].toSorted();
  const least = Math.floor(shardCount / holders.length);
  const quota = least + (holders.indexOf(holder) < shardCount % holders.length ? 1 : 0);
  const holderOf = new Map(
    leases.filter(({ untilMs }) => untilMs > atMs).map((lease) => [lease.shard, lease.holder]),
  );
  const shards = Array.from({ length: shardCount }, (_, shard) => shard);
  const own = shards.filter((shard) => holderOf.get(shard) === holder);
  const free = shards.filter((shard) => !holderOf.has(shard));
  return [...own, ...free].slice(0, quota).toSorted((one, other) => one - other);
}

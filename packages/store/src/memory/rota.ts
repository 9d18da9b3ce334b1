/** Watchers and the leases of shards, in memory. */
import type { LeaseRecord, LeaseStore, Rota } from "@trading-oms/brokerage/ports";
import { aheadMsMax } from "../sql/newer-prices.ts";
import { watcherKeptMsMax } from "../sql/reads.ts";

/** Watchers and leases that begin empty. */
export function createRota(): LeaseStore {
  const watchers = new Map<string, number>();
  const leases = new Map<number, LeaseRecord>();
  const readRota = async (): Promise<Rota> => {
    const listed = [...watchers].map(([holder, untilMs]) => ({ holder, untilMs }));
    return {
      watchers: listed.toSorted((one, other) => (one.holder < other.holder ? -1 : 1)),
      leases: [...leases.values()].toSorted((one, other) => one.shard - other.shard),
    };
  };
  return {
    readRota,
    claimShards: async ({ holder, untilMs, atMs, shards }) => {
      if (untilMs > atMs) watchers.set(holder, untilMs);
      else watchers.delete(holder);
      for (const [watcher, until] of watchers) if (until <= atMs - watcherKeptMsMax) watchers.delete(watcher);
      for (const [shard, lease] of leases) {
        if (lease.holder === holder && lease.untilMs > atMs && !shards.includes(shard))
          leases.set(shard, { ...lease, untilMs: atMs });
      }
      for (const shard of shards) {
        const lease = leases.get(shard);
        const isOwn = lease?.holder === holder;
        const isHeld = lease !== undefined && lease.untilMs > atMs && lease.untilMs <= atMs + aheadMsMax;
        if (isHeld && !isOwn) continue;
        leases.set(shard, { shard, holder, fencing: (lease?.fencing ?? 0) + (isOwn ? 0 : 1), untilMs });
      }
      return readRota();
    },
  };
}

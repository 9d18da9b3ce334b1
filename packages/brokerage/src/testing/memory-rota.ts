import type { LeaseRecord, Rota, ShardClaim } from "../ports/index.ts";

/** An in-memory rota. */
export class MemoryRota {
  readonly #watchers = new Map<string, number>();
  readonly #leases = new Map<number, LeaseRecord>();

  claim({ holder, untilMs, atMs, shards }: ShardClaim): Rota {
    this.#watchers.set(holder, untilMs);
    for (const [shard, lease] of this.#leases) {
      if (lease.holder === holder && !shards.includes(shard))
        this.#leases.set(shard, { ...lease, untilMs: atMs });
    }
    for (const shard of shards) {
      const lease = this.#leases.get(shard);
      if (
        lease !== undefined &&
        lease.holder !== holder &&
        lease.untilMs > atMs &&
        lease.untilMs <= atMs + 60_000
      )
        continue;
      const fencing = (lease?.fencing ?? 0) + (lease?.holder === holder ? 0 : 1);
      this.#leases.set(shard, { shard, holder, fencing, untilMs });
    }
    return this.read();
  }

  read(): Rota {
    const watchers = [...this.#watchers].map(([holder, untilMs]) => ({ holder, untilMs }));
    return { watchers, leases: [...this.#leases.values()] };
  }
}

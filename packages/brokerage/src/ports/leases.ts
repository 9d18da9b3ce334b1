/** A process that watches, or waits for shards. It is registered until `untilMs`. */
export type WatcherRecord = { readonly holder: string; readonly untilMs: number };

/** The lease of a shard: its holder, and until when. */
export type LeaseRecord = WatcherRecord & {
  readonly shard: number;
  /** Incremented whenever the shard changes hands. */
  readonly fencing: number;
};

/** All watchers and leases, including expired ones, ordered by holder and by shard. */
export type Rota = { readonly watchers: readonly WatcherRecord[]; readonly leases: readonly LeaseRecord[] };

/** A watcher's periodic claim. */
export type ShardClaim = WatcherRecord & {
  /** All shards that it wants to hold. Its other shards become free immediately. */
  readonly shards: readonly number[];
  readonly atMs: number;
};

export type LeaseStore = {
  /**
   * Registers a watcher, renews its leases, and grants the claimed shards that are free, expired, or leased for more than
   * a minute from now by a wrong clock; returns the rota after that. A watcher that claims nothing with `untilMs` of now is removed.
   */
  claimShards(claim: ShardClaim): Promise<Rota>;
  readRota(): Promise<Rota>;
};

/** A process that watches, or would if there were shards for it; it is there until its time is over. */
export type WatcherRecord = { readonly holder: string; readonly untilMs: number };

/** Who watches the accounts of a shard, and until when nobody else may. */
export type LeaseRecord = WatcherRecord & {
  readonly shard: number;
  /** Grows whenever the shard changes hands. */
  readonly fencing: number;
};

/** Every watcher and lease that was ever there, those that are over among them, by holder and by shard. */
export type Rota = { readonly watchers: readonly WatcherRecord[]; readonly leases: readonly LeaseRecord[] };

/** What a watcher asks for, each time that it says that it is still there. */
export type ShardClaim = WatcherRecord & {
  /** All that it wants to hold from now on; what else it held is free at once. */
  readonly shards: readonly number[];
  readonly atMs: number;
};

/** Who watches which accounts. */
export type LeaseStore = {
  /**
   * Keeps a watcher on the rota, prolongs the leases it has and gives it those it asks for that are nobody's or over;
   * tells the rota as it is then. A watcher that asks for nothing, until now, is gone.
   */
  claimShards(claim: ShardClaim): Promise<Rota>;
  readRota(): Promise<Rota>;
};

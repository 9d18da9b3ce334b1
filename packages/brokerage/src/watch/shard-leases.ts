import type { Services } from "../services.ts";
import { savingShard, shardCount } from "../shard-of.ts";
import { chooseShards } from "./choose-shards.ts";

/** So long a shard stays with whoever has stopped prolonging its lease. */
const leaseMs = 5_000;

/** The shards that a process holds, as far as it knows: what it can't prolong in time it holds no longer. */
export class ShardLeases {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #holder: string;
  readonly #wantsToSave: () => boolean;
  #untilMs: ReadonlyMap<number, number> = new Map();

  constructor(services: Pick<Services, "store" | "now">, holder: string, wantsToSave: () => boolean) {
    this.#services = services;
    this.#holder = holder;
    this.#wantsToSave = wantsToSave;
  }

  isHeld(shard: number): boolean {
    return (this.#untilMs.get(shard) ?? 0) > this.#services.now();
  }

  shards(): number[] {
    return [...this.#untilMs.keys()].filter((shard) => shard < shardCount && this.isHeld(shard));
  }

  /** Prolongs what is held, gives up what is due to others, and asks for what nobody holds. */
  async renew(): Promise<void> {
    const { store, now } = this.#services;
    const atMs = now();
    const shards = chooseShards(await store.readRota(), this.#holder, atMs);
    if (this.#wantsToSave()) shards.push(savingShard);
    const claim = { holder: this.#holder, untilMs: atMs + leaseMs, atMs, shards };
    const { leases } = await store.claimShards(claim);
    const own = leases.filter(({ holder, untilMs }) => holder === this.#holder && untilMs > atMs);
    this.#untilMs = new Map(own.map(({ shard, untilMs }) => [shard, untilMs]));
  }

  /** Leaves the rota, so that others need not wait. */
  async release(): Promise<void> {
    const atMs = this.#services.now();
    this.#untilMs = new Map();
    await this.#services.store.claimShards({ holder: this.#holder, untilMs: atMs, atMs, shards: [] });
  }
}

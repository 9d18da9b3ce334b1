import type { AccountKey } from "../ports/index.ts";
import { shardOf } from "../shard-of.ts";

/**
 * The versions of accounts that were read, by the number of the account, which no two users have.
 *
 * Each shard has a map of its own: one of a million accounts takes longer to grow than others can be kept waiting.
 */
export class SeenVersions {
  readonly #shards = new Map<number, Map<string, number>>();

  of({ userId, accountId }: AccountKey): number | undefined {
    return this.#shards.get(shardOf(userId))?.get(accountId);
  }

  see({ userId, accountId, version }: AccountKey & { readonly version: number }): void {
    const shard = shardOf(userId);
    const seen = this.#shards.get(shard) ?? new Map<string, number>();
    this.#shards.set(shard, seen.set(accountId, version));
  }
}

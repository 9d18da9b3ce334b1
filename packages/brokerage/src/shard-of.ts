/** How many shards there are; watchers hold some each. */
export const shardCount = 64;

/** What is held as a shard is, by one of all who are told by a feed: whoever holds it saves prices and quotes. */
export const savingShard: number = shardCount;

/** The shard of a user, the same on every machine: watchers share the users among them by it. */
export function shardOf(userId: string): number {
  // FNV-1a over UTF-16 units; it only has to be even, not secret.
  let hash = 0x811c9dc5;
  for (let index = 0; index < userId.length; index += 1) {
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % shardCount;
}

import type { Feed, FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";

/** A feed within a process. */
type ProcessFeed = Feed & {
  /** Delivers messages to all subscribers. */
  readonly publish: (messages: readonly FeedMessage[]) => void;
};

type ProcessFeedOptions = {
  readonly isAlwaysTrading?: boolean;
  /**
   * Returns one snapshot of every symbol sent so far, for new subscribers and for symbols that a subscriber needs. Without
   * it there are no snapshots.
   */
  readonly snapshots?: () => Iterable<FeedSnapshot>;
};

/** Creates a feed whose messages come from `publish`: of a simulated exchange, or of a test. */
export function createProcessFeed({
  isAlwaysTrading = false,
  snapshots = () => [],
}: ProcessFeedOptions = {}): ProcessFeed {
  const followers = new Set<(messages: readonly FeedMessage[]) => void>();
  const waiting: (readonly FeedMessage[])[] = [];
  let isDelivering = false;
  return {
    isAlwaysTrading,
    publish: (messages) => {
      waiting.push(messages);
      // Called by a subscriber: the outer call delivers these messages after the current ones.
      if (isDelivering) return;
      isDelivering = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          for (const take of followers) take(next);
        }
      } finally {
        isDelivering = false;
      }
    },
    follow: async (take) => {
      const need = (symbols: readonly string[]): void => {
        const needed = new Set(symbols);
        const known = needed.size === 0 ? [] : [...snapshots()].filter(({ symbol }) => needed.has(symbol));
        // The result is ignored: if a snapshot cannot be applied, another one cannot either.
        if (known.length > 0) take(known);
      };
      const follower = (messages: readonly FeedMessage[]): void => {
        const untaken = take(messages);
        if (Array.isArray(untaken)) need(untaken);
      };
      const known = [...snapshots()];
      if (known.length > 0) take(known);
      followers.add(follower);
      return {
        need,
        stop: async () => {
          followers.delete(follower);
        },
      };
    },
  };
}

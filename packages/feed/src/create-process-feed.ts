import type { Feed, FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";

/** A feed of the same process, which tells what it is handed. */
export type ProcessFeed = Feed & {
  /** Hands messages to whoever follows. */
  readonly tell: (messages: readonly FeedMessage[]) => void;
};

/** What a process feed needs to know of whoever tells. */
export type ProcessFeedOptions = {
  readonly isAlwaysTrading?: boolean;
  /**
   * All that was told of by now, one snapshot a symbol, for whoever begins to follow after the first message, or could
   * not take one; may be left out where nobody does.
   */
  readonly snapshots?: () => Iterable<FeedSnapshot>;
};

/** Makes a feed out of whatever calls `tell`: an exchange that is played, or a test. */
export function createProcessFeed({
  isAlwaysTrading = false,
  snapshots = () => [],
}: ProcessFeedOptions = {}): ProcessFeed {
  const followers = new Set<(messages: readonly FeedMessage[]) => void>();
  const waiting: (readonly FeedMessage[])[] = [];
  let isTelling = false;
  return {
    isAlwaysTrading,
    tell: (messages) => {
      waiting.push(messages);
      // Whoever tells while something is taken is heard after that was taken.
      if (isTelling) return;
      isTelling = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          for (const take of followers) take(next);
        }
      } finally {
        isTelling = false;
      }
    },
    follow: async (take) => {
      const need = (symbols: readonly string[]): void => {
        const needed = new Set(symbols);
        const known = needed.size === 0 ? [] : [...snapshots()].filter(({ symbol }) => needed.has(symbol));
        // A snapshot stands for itself: whoever can't take one is not helped by another.
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

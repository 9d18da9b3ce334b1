import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";

/** A feed of the same process, which tells what it is handed. */
export type ProcessFeed = Feed & {
  /** Hands messages to whoever follows; what nobody follows is lost, as it would be on a wire. */
  readonly tell: (messages: readonly FeedMessage[]) => void;
};

/** Makes a feed out of whatever calls `tell`: an exchange that is played, or a test. */
export function createProcessFeed({
  isAlwaysTrading = false,
}: {
  readonly isAlwaysTrading?: boolean;
} = {}): ProcessFeed {
  const followers = new Set<(messages: readonly FeedMessage[]) => void>();
  return {
    isAlwaysTrading,
    tell: (messages) => {
      for (const take of followers) take(messages);
    },
    follow: async (take) => {
      // Two who follow with one function are two.
      const follower = (messages: readonly FeedMessage[]): void => take(messages);
      followers.add(follower);
      return {
        stop: async () => {
          followers.delete(follower);
        },
      };
    },
  };
}

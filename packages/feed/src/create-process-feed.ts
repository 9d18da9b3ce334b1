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
  const halts = new Map<string, FeedMessage>();
  return {
    isAlwaysTrading,
    tell: (messages) => {
      for (const message of messages) {
        if (message.kind !== "status") continue;
        if (message.isHalted) halts.set(message.symbol, message);
        else halts.delete(message.symbol);
      }
      for (const take of followers) take(messages);
    },
    follow: async (take) => {
      // Two who follow with one function are two.
      const follower = (messages: readonly FeedMessage[]): void => take(messages);
      if (halts.size > 0) follower([...halts.values()]);
      followers.add(follower);
      return {
        stop: async () => {
          followers.delete(follower);
        },
      };
    },
  };
}

import type { Feed } from "@trading-oms/brokerage/ports";
import { type FeedCounts, makeFeedCounts } from "../follow/feed-counts.ts";
import { followNats, type NatsFollowing } from "./follow-nats.ts";
import { type LinkEvent, openNatsLink } from "./open-nats-link.ts";
import type { NatsServers } from "./read-nats-servers.ts";

/** A feed that comes over NATS. */
export type NatsFeed = Feed & {
  /** Resolves when NATS could be reached for the first time. */
  readonly opened: Promise<void>;
  /** What it has met with by now. */
  readonly counts: () => Readonly<FeedCounts>;
  /** Ends the connection; whoever still follows hears nothing more. */
  readonly close: () => Promise<void>;
};

/** What becomes of a feed, to be logged. */
export type NatsFeedEvent =
  | LinkEvent
  /** Whoever follows threw what it was handed back. */
  | { readonly kind: "untaken"; readonly thrown: unknown };

/** How a feed is opened. */
export type NatsFeedOptions = {
  readonly servers: NatsServers;
  /** Names this process to whoever looks after NATS. */
  readonly name: string;
  readonly isAlwaysTrading?: boolean;
  /** Whether prices that are only played are taken as well; left out, they are counted and passed over. */
  readonly takesSimulated?: boolean;
  readonly tell?: (event: NatsFeedEvent) => void;
  /** How many bytes may wait to be taken by one who follows. */
  readonly waitingBytesMax?: number;
};

/** Opens a feed over NATS; it connects by itself, as often as it has to, and nobody waits for it. */
export function openNatsFeed(options: NatsFeedOptions): NatsFeed {
  const { servers, name, isAlwaysTrading = false, takesSimulated = false } = options;
  const { tell = () => {}, waitingBytesMax = 16_777_216 } = options;
  const counts = makeFeedCounts();
  const followings = new Set<NatsFollowing>();
  const link = openNatsLink(servers, name, (event) => {
    if (event.kind === "failed") counts.failureCount += 1;
    else counts.isConnected = event.kind === "connected";
    if (event.kind === "connected") for (const following of followings) following.hearConnected();
    if (event.kind === "lost") counts.lossCount += 1;
    tell(event);
  });
  return {
    isAlwaysTrading,
    opened: link.opened.then(() => {}),
    counts: () => counts,
    close: async () => {
      for (const following of followings) following.stop();
      await link.close();
    },
    isDoubtful: (symbol) => [...followings].some((following) => following.isDoubtful(symbol)),
    follow: async (take, isListed) => {
      const fail = (thrown: unknown): void => {
        counts.failureCount += 1;
        tell({ kind: "failed", thrown });
      };
      const world = { link, fail, counts, takesSimulated, waitingBytesMax, isListed };
      const following = followNats(world, (messages) => {
        try {
          return take(messages) ?? [];
        } catch (thrown) {
          tell({ kind: "untaken", thrown });
          return [];
        }
      });
      followings.add(following);
      await following.begun;
      return {
        need: following.need,
        stop: async () => {
          following.stop();
          followings.delete(following);
        },
      };
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";
import { createInbox, type Msg, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import type { Feed, TakeMessages } from "@trading-oms/brokerage/ports";
import { FeedCounts } from "../follow/feed-counts.ts";
import { FeedFollower, type FollowerWorld } from "../follow/feed-follower.ts";
import { renderSnapshotRequest } from "../wire/snapshot-request.ts";
import { type LinkEvent, type NatsLink, natsSubjects, openNatsLink, payloadBytesMaxOf } from "./nats-link.ts";
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
  const counts = new FeedCounts();
  const followings = new Set<ReturnType<typeof followNats>>();
  const link = openNatsLink(servers, name, (event) => {
    if (event.kind === "failed") counts.failureCount += 1;
    else counts.isConnected = event.kind === "connected";
    if (event.kind === "connected") for (const following of followings) following.follower.hearConnected();
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
    isDoubtful: (symbol) => [...followings].some((following) => following.follower.isDoubtful(symbol)),
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
        need: (symbols) => following.follower.need(symbols),
        stop: async () => {
          following.stop();
          followings.delete(following);
        },
      };
    },
  };
}

type NatsFollowerWorld = Pick<FollowerWorld, "counts" | "takesSimulated" | "waitingBytesMax" | "isListed"> & {
  readonly link: NatsLink;
  /** Is told of what NATS does not allow, and of what could not be sent. */
  readonly fail: (thrown: unknown) => void;
};

/** Requests of whoever else lives in the process wait for no longer than this, which is one frame or two. */
const sliceMs = 0.2;
const tickMs = 20;
const beginMsMax = 1_000;
const noResponders = 503;

/** Follows a feed over NATS: hands on what arrives a slice at a time, and keeps the clock by which is asked. */
function followNats({ link, fail, ...world }: NatsFollowerWorld, take: TakeMessages) {
  const inbox = createInbox();
  const subscriptions: Subscription[] = [];
  let connection: NatsConnection | undefined;
  let isStopped = false;
  let work: NodeJS.Immediate | undefined;
  const whole = Promise.withResolvers<void>();
  const follower: FeedFollower = new FeedFollower({
    ...world,
    take,
    hearWhole: whole.resolve,
    monotonicMs: () => performance.now(),
    ask: (request) => {
      if (connection === undefined || !link.isConnected()) return follower.hearNobody();
      try {
        const text = renderSnapshotRequest(request, payloadBytesMaxOf(connection));
        connection.publish(natsSubjects.snapshots, text, { reply: inbox });
      } catch (thrown) {
        fail(thrown);
        follower.hearNobody();
      }
    },
  });
  const goOn = (): void => {
    work = follower.work(sliceMs) && !isStopped ? setImmediate(goOn) : undefined;
  };
  const begin = (): void => {
    if (!isStopped) work ??= setImmediate(goOn);
  };
  const listen = (made: NatsConnection, subject: string, hear: (message: Msg) => void): void => {
    const callback = (failure: Error | null, message: Msg): void => {
      // A client that may not subscribe is told so by a failure, and by no message.
      if (failure === null) hear(message);
      else fail(failure);
      begin();
    };
    subscriptions.push(made.subscribe(subject, { callback }));
  };
  const ticking = setInterval(() => follower.tick(), tickMs);
  void link.opened.then((made) => {
    if (made === undefined || isStopped) return;
    connection = made;
    listen(made, natsSubjects.changes, ({ data }) => follower.hearFrame(data));
    listen(made, inbox, ({ data, headers }) => {
      if (headers?.code === noResponders) follower.hearNobody();
      else follower.hearAnswer(data);
    });
  });
  return {
    follower,
    /** Resolves when all that was told of before has been handed over, or nobody has answered for a second. */
    begun: link.isConnected()
      ? Promise.race([whole.promise, wait(beginMsMax, undefined, { ref: false })])
      : Promise.resolve(),
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      clearInterval(ticking);
      clearImmediate(work);
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

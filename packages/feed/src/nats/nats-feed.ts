import { setTimeout as wait } from "node:timers/promises";
import { createInbox, type Msg, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import type { Feed, TakeMessages } from "@trading-oms/brokerage/ports";
import { FeedCounts } from "../follow/feed-counts.ts";
import { FeedFollower, type FollowerWorld } from "../follow/feed-follower.ts";
import { renderSnapshotRequest } from "../wire/snapshot-request.ts";
import { type LinkEvent, type NatsLink, natsSubjects, openNatsLink, payloadBytesMaxOf } from "./nats-link.ts";
import type { NatsServers } from "./read-nats-servers.ts";

export type NatsFeed = Feed & {
  /** Resolves at the first connection to NATS. */
  readonly opened: Promise<void>;
  readonly counts: () => Readonly<FeedCounts>;
  /** Ends all subscriptions and the connection. */
  readonly close: () => Promise<void>;
};

/** An event of a feed, for a log. */
export type NatsFeedEvent =
  | LinkEvent
  /** A subscriber threw while it took messages. */
  | { readonly kind: "untaken"; readonly thrown: unknown };

type NatsFeedOptions = {
  readonly servers: NatsServers;
  /** The name of this process in the monitoring of NATS. */
  readonly name: string;
  /** Whether simulated prices are taken as well. By default they are counted and ignored. */
  readonly takesSimulated?: boolean;
  readonly onEvent?: (event: NatsFeedEvent) => void;
};

/** The queue limit of one subscriber. */
const waitingBytesMax = 16_777_216;

/** Opens a feed over NATS. It returns at once, and connects and reconnects in the background. */
export function openNatsFeed(options: NatsFeedOptions): NatsFeed {
  const { servers, name, takesSimulated = false, onEvent = () => {} } = options;
  const counts = new FeedCounts();
  const followings = new Set<ReturnType<typeof followNats>>();
  const link = openNatsLink(servers, name, (event) => {
    if (event.kind === "failed") counts.failureCount += 1;
    else counts.isConnected = event.kind === "connected";
    if (event.kind === "connected") for (const following of followings) following.follower.handleConnected();
    if (event.kind === "lost") counts.lossCount += 1;
    onEvent(event);
  });
  return {
    isAlwaysTrading: false,
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
        onEvent({ kind: "failed", thrown });
      };
      const world = { link, fail, counts, takesSimulated, waitingBytesMax, isListed };
      const following = followNats(world, (messages) => {
        try {
          return take(messages) ?? [];
        } catch (thrown) {
          onEvent({ kind: "untaken", thrown });
          return [];
        }
      });
      followings.add(following);
      await following.ready;
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
  /** Called for permission errors of NATS and failures to send. */
  readonly fail: (thrown: unknown) => void;
};

/** The longest time that frames, one or two of them, block the other work of the process. */
const sliceMs = 0.2;
const tickMs = 20;
const readyMsMax = 1_000;
/** The status with which NATS answers a request without subscribers. */
const noResponders = 503;

/** Connects a follower to NATS: drains its queue in slices, and calls its `tick`. */
function followNats({ link, fail, ...world }: NatsFollowerWorld, take: TakeMessages) {
  const inbox = createInbox();
  const subscriptions: Subscription[] = [];
  let connection: NatsConnection | undefined;
  let isStopped = false;
  let scheduled: NodeJS.Immediate | undefined;
  const whole = Promise.withResolvers<void>();
  const follower: FeedFollower = new FeedFollower({
    ...world,
    take,
    onWhole: whole.resolve,
    monotonicMs: () => performance.now(),
    sendRequest: (request) => {
      if (connection === undefined || !link.isConnected()) return follower.handleNoResponder();
      try {
        const text = renderSnapshotRequest(request, payloadBytesMaxOf(connection));
        connection.publish(natsSubjects.snapshots, text, { reply: inbox });
      } catch (thrown) {
        fail(thrown);
        follower.handleNoResponder();
      }
    },
  });
  const drain = (): void => {
    scheduled = follower.drain(sliceMs) && !isStopped ? setImmediate(drain) : undefined;
  };
  const schedule = (): void => {
    if (!isStopped) scheduled ??= setImmediate(drain);
  };
  const subscribe = (opened: NatsConnection, subject: string, handle: (message: Msg) => void): void => {
    const callback = (failure: Error | null, message: Msg): void => {
      // If NATS refuses the subscription, the callback gets an error instead of a message.
      if (failure === null) handle(message);
      else fail(failure);
      schedule();
    };
    subscriptions.push(opened.subscribe(subject, { callback }));
  };
  const ticking = setInterval(() => follower.tick(), tickMs);
  void link.opened.then((opened) => {
    if (opened === undefined || isStopped) return;
    connection = opened;
    subscribe(opened, natsSubjects.changes, ({ data }) => follower.receiveFrame(data));
    subscribe(opened, inbox, ({ data, headers }) => {
      if (headers?.code === noResponders) follower.handleNoResponder();
      else follower.receiveAnswer(data);
    });
  });
  return {
    follower,
    /** Resolves when the state of every symbol was delivered, at the latest after a second. */
    ready: link.isConnected()
      ? Promise.race([whole.promise, wait(readyMsMax, undefined, { ref: false })])
      : Promise.resolve(),
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      clearInterval(ticking);
      clearImmediate(scheduled);
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";
import { createInbox, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import type { TakeMessages } from "@trading-oms/brokerage/ports";
import { FeedFollower, type FollowerWorld } from "../follow/feed-follower.ts";
import { renderSnapshotRequest } from "../wire/snapshot-request.ts";
import { natsSubjects } from "./nats-subjects.ts";
import { type NatsLink, payloadBytesMaxOf } from "./open-nats-link.ts";

/** Somebody who follows a feed over a connection that comes and goes. */
export type NatsFollowing = {
  /**
   * Resolves when all that was told of before has been handed over; where nobody is connected at once, and where nobody
   * answers after a second.
   */
  readonly begun: Promise<void>;
  readonly hearConnected: () => void;
  readonly need: (symbols: readonly string[]) => void;
  readonly isDoubtful: (symbol: string) => boolean;
  readonly stop: () => void;
};

/** What is handed to whoever follows. */
export type NatsFollowerWorld = Pick<
  FollowerWorld,
  "counts" | "takesSimulated" | "waitingBytesMax" | "isListed"
> & {
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
export function followNats({ link, fail, ...world }: NatsFollowerWorld, take: TakeMessages): NatsFollowing {
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
  const ticking = setInterval(() => follower.tick(), tickMs);
  void link.opened.then((made) => {
    if (made === undefined || isStopped) return;
    connection = made;
    const hear = { follower, fail, begin };
    subscriptions.push(subscribeToAnswers(made, inbox, hear), subscribeToFrames(made, hear));
  });
  return {
    begun: link.isConnected()
      ? Promise.race([whole.promise, wait(beginMsMax, undefined, { ref: false })])
      : Promise.resolve(),
    hearConnected: () => follower.hearConnected(),
    need: (symbols) => follower.need(symbols),
    isDoubtful: (symbol) => follower.isDoubtful(symbol),
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      clearInterval(ticking);
      clearImmediate(work);
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

type Hearing = Pick<NatsFollowerWorld, "fail"> & {
  readonly follower: FeedFollower;
  readonly begin: () => void;
};

function subscribeToAnswers(
  connection: NatsConnection,
  inbox: string,
  { follower, fail, begin }: Hearing,
): Subscription {
  return connection.subscribe(inbox, {
    callback: (failure, { data, headers }) => {
      // Whoever may not hear is told so by a failure, and by no message.
      if (failure !== null) return fail(failure);
      if (headers?.code === noResponders) follower.hearNobody();
      else follower.hearAnswer(data);
      begin();
    },
  });
}

function subscribeToFrames(connection: NatsConnection, { follower, fail, begin }: Hearing): Subscription {
  return connection.subscribe(natsSubjects.changes, {
    callback: (failure, { data }) => {
      if (failure !== null) return fail(failure);
      follower.hearFrame(data);
      begin();
    },
  });
}

import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { FeedPublisher, type PublisherWorld } from "../publish/feed-publisher.ts";
import { readFrame } from "../wire/frame.ts";
import { readSnapshotRequest } from "../wire/snapshot-request.ts";
import { type LinkEvent, natsSubjects, openNatsLink, payloadBytesMaxOf } from "./nats-link.ts";
import type { NatsServers } from "./read-nats-servers.ts";

/** Publishes messages on NATS and answers requests for snapshots. */
export type NatsPublisher = {
  /** Resolves at the first connection to NATS. */
  readonly opened: Promise<void>;
  readonly isConnected: () => boolean;
  /** Sends messages within 5 ms. Without a connection they are dropped; followers request snapshots later. */
  readonly publish: (messages: readonly FeedMessage[]) => void;
  readonly flush: () => void;
  /** Sends buffered messages and closes the connection. */
  readonly close: () => Promise<void>;
};

export type NatsPublisherOptions = Pick<PublisherWorld, "source" | "isSimulated" | "snapshotOf"> & {
  readonly servers: NatsServers;
  readonly onEvent?: (event: LinkEvent) => void;
  /** The interval of heartbeats while nothing else is sent: 1,000 by default, 0 for none. */
  readonly heartbeatMs?: number;
  /** Whether a frame is sent. Tests drop frames with it. */
  readonly isSent?: (frame: string) => boolean;
};

/** Messages wait for this time to share a frame. */
const flushMs = 5;

/** Opens a publisher. It connects and reconnects in the background. */
export function openNatsPublisher(options: NatsPublisherOptions): NatsPublisher {
  const { servers, source, isSimulated, snapshotOf } = options;
  const { onEvent = () => {}, heartbeatMs = 1_000, isSent = () => true } = options;
  const link = openNatsLink(servers, `feed ${source}`, onEvent);
  const fail = (thrown: unknown): void => onEvent({ kind: "failed", thrown });
  let connection: NatsConnection | undefined;
  const publisher = new FeedPublisher({
    source,
    isSimulated,
    now: () => Date.now(),
    snapshotOf,
    payloadBytesMax: () => payloadBytesMaxOf(connection ?? {}),
    fail,
    send: (frame) => {
      // Without a connection the client would buffer the frame and send it when it is stale.
      if (connection === undefined || !link.isConnected() || !isSent(frame)) return;
      try {
        connection.publish(natsSubjects.changes, frame);
      } catch (thrown) {
        fail(thrown);
      }
    },
  });
  const attaching = link.opened.then((made) => {
    connection = made;
    made?.subscribe(natsSubjects.snapshots, {
      callback: (failure, message) => {
        if (failure !== null) fail(failure);
        else void answer(publisher, message).catch(fail);
      },
    });
  });
  const flushing = setInterval(() => publisher.flush(), flushMs);
  const beating = heartbeatMs > 0 ? setInterval(() => publisher.beat(), heartbeatMs) : undefined;
  return {
    opened: attaching,
    isConnected: link.isConnected,
    publish: (messages) => publisher.add(messages),
    flush: () => publisher.flush(),
    close: async () => {
      clearInterval(flushing);
      clearInterval(beating);
      publisher.flush();
      await link.close();
    },
  };
}

/** Yields between the parts so that changes are sent in time. A follower that misses parts repeats its request. */
async function answer(publisher: FeedPublisher, message: Msg): Promise<void> {
  const request = readSnapshotRequest(message.data);
  if (request === undefined) return;
  for (const part of publisher.answer(request)) {
    if (!message.respond(part)) return;
    await yieldToOthers();
  }
}

/** A publisher that sent a frame. */
type SeenPublisher = { readonly source: string; readonly isSimulated: boolean };

/** Observes which publishers are active, without following any. */
export type PublisherListener = {
  /** Resolves at the first connection to NATS. */
  readonly opened: Promise<void>;
  /** The publishers seen so far. */
  readonly publishers: () => readonly SeenPublisher[];
  /** The error of the subscription, such as a missing permission. */
  readonly failure: () => unknown;
  readonly close: () => Promise<void>;
};

type PublisherListenerOptions = {
  readonly servers: NatsServers;
  /** The name of this process in the monitoring of NATS. */
  readonly name: string;
  readonly onEvent?: (event: LinkEvent) => void;
};

/**
 * Observes the active publishers, for a process that wants to be the only one. Every publisher sends at least one frame a
 * second.
 */
export function listenToPublishers({
  servers,
  name,
  onEvent = () => {},
}: PublisherListenerOptions): PublisherListener {
  const seen = new Map<string, SeenPublisher>();
  let thrown: unknown;
  const link = openNatsLink(servers, name, onEvent);
  const opened = link.opened.then((connection) => {
    connection?.subscribe(natsSubjects.changes, {
      callback: (failure, { data }) => {
        if (failure !== null) {
          thrown = failure;
          return;
        }
        const frame = readFrame(data);
        if (typeof frame === "string") return;
        seen.set(frame.source, { source: frame.source, isSimulated: frame.isSimulated });
      },
    });
  });
  return { opened, publishers: () => [...seen.values()], failure: () => thrown, close: link.close };
}

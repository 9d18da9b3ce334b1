import { setImmediate as breathe } from "node:timers/promises";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { FeedPublisher } from "../publish/feed-publisher.ts";
import { readFrame } from "../wire/frame.ts";
import { readSnapshotRequest } from "../wire/snapshot-request.ts";
import { type LinkEvent, natsSubjects, openNatsLink, payloadBytesMaxOf } from "./nats-link.ts";
import type { NatsServers } from "./read-nats-servers.ts";

/** Puts messages on NATS, and answers whoever lacks some. */
export type NatsPublisher = {
  /** Resolves when it could be reached for the first time. */
  readonly opened: Promise<void>;
  readonly isConnected: () => boolean;
  /** Sends messages within some milliseconds; what is sent while nobody is connected is lost, and made good later. */
  readonly tell: (messages: readonly FeedMessage[]) => void;
  /** Sends at once what waits. */
  readonly flush: () => void;
  /** Sends what waits, and ends. */
  readonly close: () => Promise<void>;
};

/** How a publisher is opened. */
export type NatsPublisherOptions = {
  readonly servers: NatsServers;
  /** Names this publisher and no other, in letters, digits, `_` and `-`. */
  readonly source: string;
  /** Whether what it tells is only played; servers take such prices where they are told to, and nowhere else. */
  readonly isSimulated: boolean;
  /** Gives all that was told of a symbol by now, that is with all that `tell` has been given. */
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
  readonly tellOf?: (event: LinkEvent) => void;
  /** How often it says that it is there while nothing else happens; 0 says nothing. */
  readonly heartbeatMs?: number;
  /** Whether a frame is sent; a test lets some be lost. */
  readonly isSent?: (frame: string) => boolean;
};

/** So short that nobody notices, and so long that messages share frames. */
const flushMs = 5;

/** Opens a publisher, which connects by itself and as often as it has to. */
export function openNatsPublisher(options: NatsPublisherOptions): NatsPublisher {
  const {
    servers,
    source,
    isSimulated,
    snapshotOf,
    tellOf = () => {},
    heartbeatMs = 1_000,
    isSent = () => true,
  } = options;
  const link = openNatsLink(servers, `feed ${source}`, tellOf);
  const fail = (thrown: unknown): void => tellOf({ kind: "failed", thrown });
  let connection: NatsConnection | undefined;
  const publisher = new FeedPublisher({
    source,
    isSimulated,
    now: () => Date.now(),
    snapshotOf,
    payloadBytesMax: () => payloadBytesMaxOf(connection ?? {}),
    fail,
    send: (frame) => {
      // The client would keep what it can't send, and send it when it is old.
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
    tell: (messages) => publisher.tell(messages),
    flush: () => publisher.flush(),
    close: async () => {
      clearInterval(flushing);
      clearInterval(beating);
      publisher.flush();
      await link.close();
    },
  };
}

/** Answers part by part, so that changes go out in between; whoever is cut off asks again. */
async function answer(publisher: FeedPublisher, message: Msg): Promise<void> {
  const request = readSnapshotRequest(message.data);
  if (request === undefined) return;
  for (const part of publisher.answer(request)) {
    if (!message.respond(part)) return;
    await breathe();
  }
}

/** Somebody who publishes already. */
export type HeardPublisher = { readonly source: string; readonly isSimulated: boolean };

/** An ear for whoever publishes; it follows nobody, and asks for nothing. */
export type PublisherEar = {
  /** Resolves when it could be reached for the first time. */
  readonly opened: Promise<void>;
  /** Everybody who was heard by now. */
  readonly heard: () => readonly HeardPublisher[];
  /** Why nothing can be heard; undefined while nothing speaks against it. */
  readonly failure: () => unknown;
  readonly close: () => Promise<void>;
};

/** How one listens. */
export type ListeningOptions = {
  readonly servers: NatsServers;
  /** Names this process to whoever looks after NATS. */
  readonly name: string;
  readonly tellOf?: (event: LinkEvent) => void;
};

/** Listens who publishes, for whoever wants to do so alone: each says at least once a second that it is there. */
export function listenToPublishers({ servers, name, tellOf = () => {} }: ListeningOptions): PublisherEar {
  const heard = new Map<string, HeardPublisher>();
  let thrown: unknown;
  const link = openNatsLink(servers, name, tellOf);
  const opened = link.opened.then((connection) => {
    connection?.subscribe(natsSubjects.changes, {
      callback: (failure, { data }) => {
        if (failure !== null) {
          thrown = failure;
          return;
        }
        const frame = readFrame(data);
        if (typeof frame === "string") return;
        heard.set(frame.source, { source: frame.source, isSimulated: frame.isSimulated });
      },
    });
  });
  return { opened, heard: () => [...heard.values()], failure: () => thrown, close: link.close };
}

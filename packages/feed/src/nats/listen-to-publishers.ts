import { readFrame } from "../wire/read-frame.ts";
import { natsSubjects } from "./nats-subjects.ts";
import { type LinkEvent, openNatsLink } from "./open-nats-link.ts";
import type { NatsServers } from "./read-nats-servers.ts";

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

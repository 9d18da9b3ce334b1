import { setTimeout as wait } from "node:timers/promises";
import { type ConnectionOptions, connect, type NatsConnection } from "@nats-io/transport-node";
import type { NatsServers } from "./read-nats-servers.ts";

/** Where on NATS a feed is. */
export type NatsSubjects = {
  /** Frames of changes and heartbeats. */
  readonly changes: string;
  /** Requests for snapshots, which are answered in parts to where the request says. */
  readonly snapshots: string;
};

/** Names the subjects of the one feed that there is. */
export const natsSubjects: NatsSubjects = {
  changes: "oms.market.changes",
  snapshots: "oms.market.snapshots",
};

/** A connection to NATS that is made and made again until it is closed. */
export type NatsLink = {
  /** Resolves with the connection when there was one for the first time; undefined if it was closed before. */
  readonly opened: Promise<NatsConnection | undefined>;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
};

/** What becomes of a connection. */
export type LinkEvent =
  | { readonly kind: "connected" | "lost" }
  /** Told of each attempt before the first that succeeds. */
  | { readonly kind: "absent"; readonly thrown: unknown }
  /** Told of whatever NATS does not allow, and of what could not be sent. */
  | { readonly kind: "failed"; readonly thrown: unknown };

/** So soon at first that a server that was only started again is hardly missed. */
const againMsMin = 50;
const againMsMax = 400;
const attemptMsMax = 2_000;
/** Two of these without an answer, and a connection is taken to be lost. */
const pingMs = 3_000;

/** Connects, and connects again without end, later each time up to four tenths of a second. */
export function openNatsLink(wanted: NatsServers, name: string, tell: (event: LinkEvent) => void): NatsLink {
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isConnected = false;
  let attempt = 0;
  const pauseMs = (): number => Math.min(againMsMax, againMsMin * 2 ** Math.min(attempt++, 10));
  const options = optionsOf(wanted, name, pauseMs);
  const become = (isNow: boolean): void => {
    if (isNow) attempt = 0;
    if (isNow === isConnected) return;
    isConnected = isNow;
    tell({ kind: isNow ? "connected" : "lost" });
  };
  const opened = open();
  return {
    opened,
    isConnected: () => isConnected,
    close: async () => {
      closing.abort();
      const opening = await opened;
      // What is still to be sent goes out first, where there is somebody to take it.
      if (isConnected)
        await Promise.race([opening?.flush().catch(() => {}), wait(attemptMsMax, undefined, { ref: false })]);
      await opening?.close();
    },
  };

  async function open(): Promise<NatsConnection | undefined> {
    while (!closing.signal.aborted) {
      try {
        connection = await connect(options);
        if (closing.signal.aborted) return connection;
        void follow(connection);
        become(true);
        return connection;
      } catch (thrown) {
        tell({ kind: "absent", thrown });
      }
      await wait(pauseMs(), undefined, { signal: closing.signal }).catch(() => {});
    }
    return undefined;
  }

  async function follow(followed: NatsConnection): Promise<void> {
    for await (const status of followed.status()) {
      if (status.type === "disconnect") become(false);
      else if (status.type === "reconnect") become(true);
      else if (status.type === "error") tell({ kind: "failed", thrown: status.error });
    }
  }
}

function optionsOf(
  { servers, user, pass, isEncrypted }: NatsServers,
  name: string,
  pauseMs: () => number,
): ConnectionOptions {
  return {
    servers: [...servers],
    name,
    ...(user === undefined ? {} : { user, pass: pass ?? "" }),
    ...(isEncrypted ? { tls: {} } : {}),
    timeout: attemptMsMax,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: pauseMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    // A password that is changed on both sides at different moments ends nothing for good.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  };
}

/** How many bytes NATS takes at once; a mebibyte, unless a server was told otherwise. */
export function payloadBytesMaxOf({ info }: Pick<NatsConnection, "info">): number {
  return info?.max_payload ?? 1_048_576;
}

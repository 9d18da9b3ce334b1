import { setTimeout as wait } from "node:timers/promises";
import { type ConnectionOptions, connect, type NatsConnection } from "@nats-io/transport-node";
import type { NatsServers } from "./read-nats-servers.ts";

/** The NATS subjects of a feed. */
type NatsSubjects = {
  /** Frames of changes and heartbeats. */
  readonly changes: string;
  /** Requests for snapshots, answered in parts to the reply subject. */
  readonly snapshots: string;
};

export const natsSubjects: NatsSubjects = {
  changes: "oms.market.changes",
  snapshots: "oms.market.snapshots",
};

/** A connection to NATS that reconnects until it is closed. */
export type NatsLink = {
  /** Resolves with the first connection, or with undefined if the link was closed before. */
  readonly opened: Promise<NatsConnection | undefined>;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
};

export type LinkEvent =
  | { readonly kind: "connected" | "lost" }
  /** Each failed attempt before the first connection. */
  | { readonly kind: "absent"; readonly thrown: unknown }
  /** A permission error of NATS, or a failure to send. */
  | { readonly kind: "failed"; readonly thrown: unknown };

/** Short at first, because a restarted server is back soon. */
const retryMsMin = 50;
const retryMsMax = 400;
const timeoutMs = 2_000;
/** After two unanswered pings the connection counts as lost. */
const pingMs = 3_000;

/** Connects and reconnects without end, with pauses that grow from 50 to 400 ms. */
export function openNatsLink(
  servers: NatsServers,
  name: string,
  onEvent: (event: LinkEvent) => void,
): NatsLink {
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isConnected = false;
  let attempt = 0;
  const pauseMs = (): number => Math.min(retryMsMax, retryMsMin * 2 ** Math.min(attempt++, 10));
  const options = optionsOf(servers, name, pauseMs);
  const setConnected = (isNow: boolean): void => {
    if (isNow) attempt = 0;
    if (isNow === isConnected) return;
    isConnected = isNow;
    onEvent({ kind: isNow ? "connected" : "lost" });
  };
  const opened = open();
  return {
    opened,
    isConnected: () => isConnected,
    close: async () => {
      closing.abort();
      const opening = await opened;
      // Sends what is buffered first, if there is a connection.
      if (isConnected)
        await Promise.race([opening?.flush().catch(() => {}), wait(timeoutMs, undefined, { ref: false })]);
      await opening?.close();
    },
  };

  async function open(): Promise<NatsConnection | undefined> {
    while (!closing.signal.aborted) {
      try {
        connection = await connect(options);
        if (closing.signal.aborted) return connection;
        void watchStatus(connection);
        setConnected(true);
        return connection;
      } catch (thrown) {
        onEvent({ kind: "absent", thrown });
      }
      await wait(pauseMs(), undefined, { signal: closing.signal }).catch(() => {});
    }
    return undefined;
  }

  async function watchStatus(opened: NatsConnection): Promise<void> {
    for await (const status of opened.status()) {
      if (status.type === "disconnect") setConnected(false);
      else if (status.type === "reconnect") setConnected(true);
      else if (status.type === "error") onEvent({ kind: "failed", thrown: status.error });
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
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: pauseMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    // Keeps retrying after an authentication error, because client and server may get a new password at different times.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  };
}

/** The `max_payload` of the server in bytes: a mebibyte by default. */
export function payloadBytesMaxOf({ info }: Pick<NatsConnection, "info">): number {
  return info?.max_payload ?? 1_048_576;
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { cutEvent, streamEvent } from "../../../http/event-stream.ts";

export type TimeLimits = {
  readonly headersMsMax: number;
  readonly requestMsMax: number;
  /** How long a request waits for its turn before it is shed. */
  readonly waitMsMax: number;
  /** How long the rest of a request may take after its answer was sent. */
  readonly restMsMax: number;
  /** How long an answer may wait for a client that does not read. */
  readonly unreadMsMax: number;
  readonly unreadEndingMsMax: number;
};

export const defaultTimeLimits: TimeLimits = {
  headersMsMax: 10_000,
  requestMsMax: 60_000,
  // Waiting any longer is worse than the second of Retry-After.
  waitMsMax: 1_000,
  restMsMax: 1_000,
  unreadMsMax: 30_000,
  unreadEndingMsMax: 5_000,
};

/** Longer than load balancers keep a connection, so that they close it first. */
const keepAliveTimeoutMs = 65_000;
/** How often Node checks the time-outs. */
const checkIntervalMs = 1_000;
/** How often the readers of streams are looked at within the limit: one that stopped is ended at most 2.5 s late. */
const streamChecks = 12;

/**
 * The kernel sends no probes while a `ping` waits to be acknowledged, so these end within the 15 s between two pings. A peer that
 * is there is probed once between them.
 */
const keepAlive = { idleMs: 8_000, intervalMs: 2_000, count: 3 };

export function createTimedServer({ headersMsMax, requestMsMax, unreadMsMax, restMsMax }: TimeLimits): {
  readonly server: Server;
  readonly connections: Connections;
} {
  const server = createServer({
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(checkIntervalMs, headersMsMax),
    requireHostHeader: false,
  });
  const connections = followConnections(server, () => performance.now(), restMsMax);
  // The event fires when a connection has been inactive; a client that waits for our answer must not lose it.
  server.setTimeout(unreadMsMax, (socket) => {
    const working = connections.underWay(socket);
    // Bun buffers unsent data in the response, the other runtimes in the socket.
    const isUnread = socket.writableLength > 0 || working.some(({ outgoing }) => outgoing.writableLength > 0);
    if (isUnread || working.length === 0) socket.destroy();
  });
  const resetStopped = (): void => connections.resetStopped(unreadMsMax);
  const timer = setInterval(resetStopped, unreadMsMax / streamChecks).unref();
  server.once("close", () => clearInterval(timer));
  return { server, connections };
}

/** A reader of a stream that takes less in the time for unread answers takes nothing. */
const takenBytesMin = 16_384;

/** How long a stream that has to be cut still sends its goodbye. */
const cutMs = 5_000;

/** Pipelined requests of one connection: one being answered, the others waiting. */
const underWayCountMax = 32;

/** What the heads of those that wait may have together: enough for as many usual ones. They are parsed, and held until their turn. */
const waitingBytesMax = 32_768;

export type Connections = {
  /**
   * Tracks a request until its answer was sent or its connection closed. Calls `begin` when earlier requests
   * on the connection have been answered. Returns false, without tracking it, if too many requests or too many bytes of them wait
   * there.
   */
  readonly follow: (outgoing: ServerResponse, begin: () => void) => boolean;
  /** Whether a stream is open on a connection. It is the last answer there, since it may stay open for days. */
  readonly hasStream: (socket: unknown) => boolean;
  /**
   * Resets the connections of streams whose readers have taken none of their unsent bytes for so long. The time-out of Node takes
   * twice as long, and an orderly end leaves megabytes in the kernel for a peer that never reads them.
   */
  readonly resetStopped: (stoppedMs: number) => void;
  /** The requests in progress, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => HttpBindings[];
  readonly arrivedCount: () => number;
  /** Closes connections without a request in progress that have been inactive for `quietMs`. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Connection = {
  movedMs: number;
  bytesRead: number;
  /** A stream, and how many of its bytes the kernel had taken when it last took some. */
  stream: ServerResponse | undefined;
  takenBytes: number;
  /** The heads of the requests behind the first, since none was in progress. */
  waitingBytes: number;
  readonly answering: Set<ServerResponse>;
  /** Callbacks that begin the requests behind the first. */
  readonly waiting: (() => void)[];
};

/**
 * Tracks connections, because Node reports idle ones but not how long they have been idle. Every request
 * passes here, so all share one listener function.
 */
function followConnections(server: Server, nowMs: () => number, restMsMax: number): Connections {
  const connections = new Map<Socket, Connection>();
  let arrivedCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    // -1 makes the first check count as activity, because Bun counts no bytes.
    connections.set(socket, {
      ...{ movedMs: nowMs(), bytesRead: -1, stream: undefined, takenBytes: 0, waitingBytes: 0 },
      ...{ answering: new Set(), waiting: [] },
    });
    socket.once("close", () => connections.delete(socket));
  });
  function forget(this: ServerResponse): void {
    const connection = connections.get(this.req.socket);
    connection?.answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
    connection?.waiting.shift()?.();
  }
  /** A stream tells so itself, however its path was written. What has been sent behind it would be held as long as it stands. */
  function noteStream(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    if (connection.answering.size > 1) return void socket.destroy();
    this.shouldKeepAlive = false;
    connection.stream = this;
    connection.movedMs = nowMs();
    socket.setKeepAlive(true, keepAlive.idleMs, keepAlive.intervalMs, keepAlive.count);
    this.on(cutEvent, () => setTimeout(() => socket.resetAndDestroy(), cutMs).unref());
  }
  /** Resets the socket time-out; only Bun needs this. */
  function noteMoved(this: ServerResponse): void {
    this.socket?.setTimeout(this.socket.timeout ?? 0);
  }
  return {
    follow: (outgoing, begin) => {
      const connection = connections.get(outgoing.req.socket);
      if (connection === undefined || connection.answering.size >= underWayCountMax) return false;
      const isFirst = connection.answering.size === 0;
      connection.waitingBytes = isFirst ? 0 : connection.waitingBytes + headBytesOf(outgoing.req);
      if (connection.waitingBytes > waitingBytesMax) return false;
      connection.answering.add(outgoing);
      outgoing.on("close", forget);
      outgoing.on("drain", noteMoved);
      outgoing.on(streamEvent, noteStream);
      if (isFirst) begin();
      else connection.waiting.push(begin);
      return true;
    },
    hasStream: (socket) => connections.get(socket as Socket)?.stream !== undefined,
    resetStopped: (stoppedMs) => {
      const atMs = nowMs();
      for (const connection of connections.values()) {
        const { stream } = connection;
        if (stream === undefined) continue;
        const { socket } = stream.req;
        const takenBytes = socket.bytesWritten - stream.writableLength - queuedBytesOf(socket);
        if (stream.writableLength === 0 || takenBytes - connection.takenBytes >= takenBytesMin) {
          connection.movedMs = atMs;
          connection.takenBytes = takenBytes;
        } else if (atMs - connection.movedMs >= stoppedMs) socket.resetAndDestroy();
      }
    },
    underWay: (socket) =>
      [...(socket === undefined ? connections.values() : [connections.get(socket as Socket)])]
        .flatMap((connection) => [...(connection?.answering ?? [])])
        .map((outgoing) => ({ incoming: outgoing.req, outgoing })),
    arrivedCount: () => arrivedCount,
    closeQuiet: (quietMs) => {
      for (const [socket, connection] of connections) {
        if (connection.answering.size > 0) continue;
        if (socket.bytesRead !== connection.bytesRead) note(connection, socket);
        else if (nowMs() - connection.movedMs >= quietMs) socket.destroy();
      }
    },
  };

  function note(connection: Connection, socket: Socket): void {
    connection.movedMs = nowMs();
    connection.bytesRead = socket.bytesRead;
  }
}

function headBytesOf({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, url.length);
}

/** What the kernel has not taken yet of a write that is under way; 0 on runtimes that do not tell. */
function queuedBytesOf(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  return Number(Object(handle)["writeQueueSize"]) || 0;
}

/** Destroys the connection of an answered request if the rest of the request does not arrive in time. */
function endRest(incoming: IncomingMessage, restMsMax: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) return;
  setTimeout(() => {
    if (!incoming.complete) socket.destroy();
  }, restMsMax).unref();
}

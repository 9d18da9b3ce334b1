import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";

/** Time limits for slow clients. */
export type TimeLimits = {
  readonly headersMsMax: number;
  readonly requestMsMax: number;
  /** How long a request waits for its turn before it is shed. */
  readonly waitMsMax: number;
  /** How long the rest of a request may take after its answer was sent. */
  readonly restMsMax: number;
  /** How long an answer may wait for a client that does not read. */
  readonly unreadMsMax: number;
  /** The same limit during shutdown. */
  readonly unreadEndingMsMax: number;
};

/** The default time limits. */
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

/** Creates a server with the given time limits for slow clients. */
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
  return { server, connections };
}

/** Pipelined requests of one connection: one being answered, the others waiting. */
const underWayCountMax = 32;

/** Tracks the connections of a server. */
export type Connections = {
  /**
   * Tracks a request until its answer was sent or its connection closed. Calls `begin` when earlier requests
   * on the connection have been answered. Returns false, without tracking it, if too many requests are in
   * progress there.
   */
  readonly follow: (outgoing: ServerResponse, begin: () => void) => boolean;
  /** The requests in progress, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => HttpBindings[];
  /** The number of connections accepted since the start. */
  readonly arrivedCount: () => number;
  /** Closes connections without a request in progress that have been inactive for `quietMs`. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Connection = {
  movedMs: number;
  bytesRead: number;
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
    connections.set(socket, { movedMs: nowMs(), bytesRead: -1, answering: new Set(), waiting: [] });
    socket.once("close", () => connections.delete(socket));
  });
  function forget(this: ServerResponse): void {
    const connection = connections.get(this.req.socket);
    connection?.answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
    connection?.waiting.shift()?.();
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
      connection.answering.add(outgoing);
      outgoing.on("close", forget);
      outgoing.on("drain", noteMoved);
      if (isFirst) begin();
      else connection.waiting.push(begin);
      return true;
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

/** Destroys the connection of an answered request if the rest of the request does not arrive in time. */
function endRest(incoming: IncomingMessage, restMsMax: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) return;
  setTimeout(() => {
    if (!incoming.complete) socket.destroy();
  }, restMsMax).unref();
}

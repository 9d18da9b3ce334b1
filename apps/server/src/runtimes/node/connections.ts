import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";

/** How long a server waits for clients that send slowly, or don't read. */
export type Patience = {
  readonly headersMsMax: number;
  readonly requestMsMax: number;
  /** How long the rest of a request may come that has its answer already. */
  readonly restMsMax: number;
  /** How long an answer may wait for a client that reads none of it. */
  readonly unreadMsMax: number;
  /** The same once the server is ending. */
  readonly unreadEndingMsMax: number;
};

/** The defaults. */
export const patienceByDefault: Patience = {
  headersMsMax: 10_000,
  requestMsMax: 60_000,
  restMsMax: 1_000,
  unreadMsMax: 30_000,
  unreadEndingMsMax: 5_000,
};

/** Longer than balancers keep a connection, so that it is they who close it. */
const keepAliveTimeoutMs = 65_000;
/** How often the time-outs are looked after. */
const checkIntervalMs = 1_000;

/** Creates a server that waits for clients that send or read slowly no longer than it is told. */
export function createPatientServer({ headersMsMax, requestMsMax, unreadMsMax, restMsMax }: Patience): {
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
  // It comes when nothing has moved on a connection; to wait for an answer of ours is no reason to lose it.
  server.setTimeout(unreadMsMax, (socket) => {
    const working = connections.underWay(socket);
    // Bun holds what is unread in the answer, the others in the socket.
    const isUnread = socket.writableLength > 0 || working.some(({ outgoing }) => outgoing.writableLength > 0);
    if (isUnread || working.length === 0) socket.destroy();
  });
  return { server, connections };
}

/** Requests of one connection that are under way at a time: one that is answered, and others that wait for it. */
const underWayCountMax = 32;

/** What is known of the connections of a server. */
export type Connections = {
  /**
   * Follows a request until its answer is out, or its connection is gone, and begins to answer it when those before it on its
   * connection are out. False where too many are under way there, so that it is not followed.
   */
  readonly follow: (outgoing: ServerResponse, begin: () => void) => boolean;
  /** The requests under way, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => HttpBindings[];
  /** How many connections there have been since the start. */
  readonly arrivedCount: () => number;
  /** Closes those on which nothing has moved and nothing is under way for so long. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Connection = {
  movedMs: number;
  bytesRead: number;
  readonly answering: Set<ServerResponse>;
  /** What begins to answer those behind the first. */
  readonly waiting: (() => unknown)[];
};

/**
 * Follows the connections of a server: Node itself tells idle ones, but not for how long they have been idle. Every
 * request passes here, so that it takes one listener, which is the same for all.
 */
function followConnections(server: Server, nowMs: () => number, restMsMax: number): Connections {
  const connections = new Map<Socket, Connection>();
  /** Requests that came behind others of their connection, which have their answers now. */
  const pipelined: (() => unknown)[] = [];
  let arrivedCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    // A connection that is looked at for the first time has moved, since Bun counts no bytes.
    connections.set(socket, { movedMs: nowMs(), bytesRead: -1, answering: new Set(), waiting: [] });
    socket.once("close", () => connections.delete(socket));
  });
  function forget(this: ServerResponse): void {
    const connection = connections.get(this.req.socket);
    connection?.answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
    const begin = connection?.waiting.shift();
    if (begin === undefined) return;
    pipelined.push(begin);
    if (pipelined.length === 1) setImmediate(beginPipelined);
  }
  /** One a turn of the event loop: Node accepts one connection a turn as well, so that turns have to be short. */
  function beginPipelined(): void {
    const begin = pipelined.shift();
    if (pipelined.length > 0) setImmediate(beginPipelined);
    begin?.();
  }
  /** Only Bun has to be told that something has moved. */
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
      else connection.waiting.push(() => outgoing.destroyed || begin());
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

/** Ends the connection of a request that has its answer, where the rest of it does not come soon. */
function endRest(incoming: IncomingMessage, restMsMax: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) return;
  setTimeout(() => {
    if (!incoming.complete) socket.destroy();
  }, restMsMax).unref();
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endRest } from "./end-rest.ts";

/** Requests of one connection that are under way at a time: one that is answered, and others that wait for it. */
const underWayCountMax = 32;

/** A request whose answer is not out yet. */
export type Exchanged = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** What is known of the connections of a server. */
export type Connections = {
  /**
   * Follows a request until its answer is out, or its connection is gone, and begins to answer it when those before it on its
   * connection are out. False where too many are under way there, so that it is not followed.
   */
  readonly follow: (outgoing: ServerResponse, begin: () => void) => boolean;
  /** The requests under way, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => Exchanged[];
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
  readonly waiting: (() => void)[];
};

/**
 * Follows the connections of a server: Node itself tells idle ones, but not for how long they have been idle. Every
 * request passes here, so that it takes one listener, which is the same for all.
 */
export function followConnections(server: Server, nowMs: () => number, restMsMax: number): Connections {
  const connections = new Map<Socket, Connection>();
  let arrivedCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    // Whoever is looked at for the first time has moved, since bun counts no bytes.
    connections.set(socket, { movedMs: nowMs(), bytesRead: -1, answering: new Set(), waiting: [] });
    socket.once("close", () => connections.delete(socket));
  });
  function forget(this: ServerResponse): void {
    const connection = connections.get(this.req.socket);
    connection?.answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
    const beginNext = connection?.waiting.shift();
    // Other connections are served in between.
    if (beginNext !== undefined) setImmediate(beginNext);
  }
  return {
    follow: (outgoing, begin) => {
      const connection = connections.get(outgoing.req.socket);
      if (connection === undefined || connection.answering.size >= underWayCountMax) return false;
      const isFirst = connection.answering.size === 0;
      connection.answering.add(outgoing);
      outgoing.on("close", forget);
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

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endRest } from "./end-rest.ts";

/** Requests of one connection that are under way at a time, and what their answers may leave unsent before another is taken. */
const underWayCountMax = 32;
const unsentBytesMax = 1_048_576;

/** A request whose answer is not out yet. */
export type Exchanged = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** What is known of the connections of a server. */
export type Connections = {
  /**
   * Follows a request until its answer is out, or its connection is gone; false where so many of its connection are under way,
   * or so little of their answers is taken, that it is not to be answered.
   */
  readonly follow: (outgoing: ServerResponse) => boolean;
  /** The requests under way, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => Exchanged[];
  /** How many connections there have been since the start. */
  readonly arrivedCount: () => number;
  /** Closes those on which nothing has moved and nothing is under way for so long. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Connection = { movedMs: number; bytesRead: number; readonly answering: Set<ServerResponse> };

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
    connections.set(socket, { movedMs: nowMs(), bytesRead: -1, answering: new Set() });
    socket.once("close", () => connections.delete(socket));
  });
  function forget(this: ServerResponse): void {
    connections.get(this.req.socket)?.answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
  }
  return {
    follow: (outgoing) => {
      const answering = connections.get(outgoing.req.socket)?.answering;
      if (answering === undefined || !hasRoom(answering)) return false;
      answering.add(outgoing);
      outgoing.on("close", forget);
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

function hasRoom(answering: ReadonlySet<ServerResponse>): boolean {
  if (answering.size === 0) return true;
  if (answering.size >= underWayCountMax) return false;
  let unsentBytes = 0;
  for (const { writableLength } of answering) unsentBytes += writableLength;
  return unsentBytes < unsentBytesMax;
}

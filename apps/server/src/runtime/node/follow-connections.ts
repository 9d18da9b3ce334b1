import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endRest } from "./end-rest.ts";

/** Requests of one connection that are answered at a time; the others wait in the order in which they came. */
const runningCountMax = 32;

/** What answers to one connection may leave unsent before a further request of it is begun. */
const unsentBytesMax = 262_144;

/** Requests that wait behind others of their connection, of all connections; some thousands come in one read of 64 KiB. */
const waitingCountMax = 10_000;

/** A request whose answer is not out yet. */
export type Exchanged = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** What is known of the connections of a server. */
export type Connections = {
  /**
   * Follows a request until its answer is out, or its connection is gone, and begins to answer it once few enough others of
   * its connection are under way and their answers are taken. Where too many wait its connection is destroyed.
   */
  readonly follow: (outgoing: ServerResponse, begin: () => void) => void;
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
  /** Those that wait are the last of them. */
  readonly answering: Set<ServerResponse>;
  readonly waiting: (() => void)[];
};

/**
 * Follows the connections of a server: Node itself tells idle ones, but not for how long they have been idle. Every
 * request passes here, so that it takes one listener, which is the same for all.
 */
export function followConnections(server: Server, nowMs: () => number, restMsMax: number): Connections {
  const connections = new Map<Socket, Connection>();
  let arrivedCount = 0;
  let waitingCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    // Whoever is looked at for the first time has moved, since bun counts no bytes.
    const connection: Connection = { movedMs: nowMs(), bytesRead: -1, answering: new Set(), waiting: [] };
    connections.set(socket, connection);
    socket.once("close", () => {
      waitingCount -= connection.waiting.length;
      connections.delete(socket);
    });
  });
  function forget(this: ServerResponse): void {
    const { req } = this;
    if (!req.complete) endRest(req, restMsMax);
    const connection = connections.get(req.socket);
    connection?.answering.delete(this);
    if (connection !== undefined && connection.waiting.length > 0) beginNext(connection);
  }
  function beginNext({ answering, waiting }: Connection): void {
    while (waiting.length > 0 && mayBegin(answering, answering.size - waiting.length)) {
      waitingCount -= 1;
      waiting.shift()?.();
    }
  }
  return {
    follow: (outgoing, begin) => {
      const { socket } = outgoing.req;
      const connection = connections.get(socket);
      // Requests that came in one read with others go on coming from a connection that was destroyed for those.
      if (connection === undefined || socket.destroyed) return;
      const { answering, waiting } = connection;
      const isNext = waiting.length === 0 && mayBegin(answering, answering.size);
      if (!isNext && waitingCount >= waitingCountMax) return void socket.destroy();
      answering.add(outgoing);
      outgoing.on("close", forget);
      if (isNext) return begin();
      waitingCount += 1;
      waiting.push(begin);
    },
    underWay: (socket) => {
      const followed = socket === undefined ? [...connections.values()] : [connections.get(socket as Socket)];
      return followed.flatMap((each) =>
        [...(each?.answering ?? [])].map((outgoing) => ({ incoming: outgoing.req, outgoing })),
      );
    },
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

/** The last of the answers are those that have not begun, and hold nothing. */
function mayBegin(answering: ReadonlySet<ServerResponse>, runningCount: number): boolean {
  if (runningCount === 0) return true;
  if (runningCount >= runningCountMax) return false;
  let unsentBytes = 0;
  for (const { writableLength } of answering) unsentBytes += writableLength;
  return unsentBytes < unsentBytesMax;
}

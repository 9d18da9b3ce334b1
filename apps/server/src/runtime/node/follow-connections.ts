import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endRest } from "./end-rest.ts";

/** A request whose answer is not out yet. */
export type Exchanged = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** What is known of the connections of a server. */
export type Connections = {
  /** Follows a request until its answer is out, or its connection is gone. */
  readonly follow: (outgoing: ServerResponse) => void;
  /** The requests under way, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => Exchanged[];
  /** How many connections there have been since the start. */
  readonly arrivedCount: () => number;
  /** Closes those on which nothing has moved and nothing is under way for so long. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Movement = { movedMs: number; bytesRead: number };

/**
 * Follows the connections of a server: Node itself tells idle ones, but not for how long they have been idle. Every
 * request passes here, so that it takes one listener, which is the same for all.
 */
export function followConnections(server: Server, nowMs: () => number, restMsMax: number): Connections {
  const movements = new Map<Socket, Movement>();
  const answering = new Set<ServerResponse>();
  let arrivedCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    // Whoever is looked at for the first time has moved, since bun counts no bytes.
    movements.set(socket, { movedMs: nowMs(), bytesRead: -1 });
    socket.once("close", () => movements.delete(socket));
  });
  const underWay = (socket?: unknown): Exchanged[] =>
    [...answering]
      .filter(({ req }) => socket === undefined || req.socket === socket)
      .map((outgoing) => ({ incoming: outgoing.req, outgoing }));
  function forget(this: ServerResponse): void {
    answering.delete(this);
    if (!this.req.complete) endRest(this.req, restMsMax);
  }
  return {
    follow: (outgoing) => {
      answering.add(outgoing);
      outgoing.on("close", forget);
    },
    underWay,
    arrivedCount: () => arrivedCount,
    closeQuiet: (quietMs) => {
      const busy = new Set(underWay().map(({ incoming }) => incoming.socket));
      for (const [socket, movement] of movements) {
        if (busy.has(socket)) continue;
        if (socket.bytesRead !== movement.bytesRead) note(movement, socket);
        else if (nowMs() - movement.movedMs >= quietMs) socket.destroy();
      }
    },
  };

  function note(movement: Movement, socket: Socket): void {
    movement.movedMs = nowMs();
    movement.bytesRead = socket.bytesRead;
  }
}

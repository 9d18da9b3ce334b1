import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request whose answer is not out yet. */
export type Exchanged = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

/** What is known of the connections of a server. */
export type Connections = {
  /** Follows a request until its answer is out, or its connection is gone. */
  readonly follow: (exchanged: Exchanged) => void;
  /** The requests under way, of all connections or of one, oldest first. */
  readonly underWay: (socket?: unknown) => Exchanged[];
  /** How many connections there have been since the start. */
  readonly arrivedCount: () => number;
  /** Closes those on which nothing has moved and nothing is under way for so long. */
  readonly closeQuiet: (quietMs: number) => void;
};

type Movement = { movedMs: number; bytesRead: number };

/** Follows the connections of a server: Node itself tells idle ones, but not for how long they have been idle. */
export function followConnections(server: Server, nowMs: () => number): Connections {
  const movements = new Map<Socket, Movement>();
  const exchanges = new Set<Exchanged>();
  let arrivedCount = 0;
  server.on("connection", (socket) => {
    arrivedCount += 1;
    movements.set(socket, { movedMs: nowMs(), bytesRead: 0 });
    socket.once("close", () => movements.delete(socket));
  });
  const underWay = (socket?: unknown): Exchanged[] =>
    [...exchanges].filter(({ incoming }) => socket === undefined || incoming.socket === socket);
  return {
    follow: (exchanged) => {
      exchanges.add(exchanged);
      exchanged.outgoing.once("close", () => {
        exchanges.delete(exchanged);
        const { socket } = exchanged.incoming;
        const movement = movements.get(socket);
        if (movement !== undefined) note(movement, socket);
      });
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

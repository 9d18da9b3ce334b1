import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type Listening, listen } from "../runtime/node/listen.ts";

/** A server that answers each request after a while, and connections to it. */
export type PlannedListening = {
  readonly listening: Listening;
  readonly open: () => Promise<PlannedConnection>;
};

/** A connection, and all that came over it so far. */
export type PlannedConnection = {
  readonly socket: Socket;
  readonly received: () => string;
  /** All that came until the server closed the connection. */
  readonly untilClosed: () => Promise<string>;
};

/** Listens on a free port, and answers `done` after so many milliseconds. */
export async function planListening(answerMs: number): Promise<PlannedListening> {
  const listening = await listen(
    { port: 0, host: "127.0.0.1" },
    async () => {
      await wait(answerMs);
      return new Response("done");
    },
    () => new Response("malformed", { status: 400 }),
    () => "request-1",
  );
  onTestFinished(() => {
    listening.server.closeAllConnections();
    listening.server.close();
  });
  return {
    listening,
    open: async () => {
      const socket = connect({ port: listening.address.port, host: "127.0.0.1" });
      let received = "";
      socket.setEncoding("latin1").on("data", (text: string) => {
        received += text;
      });
      const closed = new Promise<void>((settle) => void socket.once("close", () => settle()));
      await once(socket, "connect");
      return {
        socket,
        received: () => received,
        untilClosed: async () => {
          await closed;
          return received;
        },
      };
    },
  };
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { answerFailure } from "../answer-failure.ts";
import { createMetrics } from "../create-metrics.ts";
import type { LogEntry } from "../log.ts";
import { makeResponder } from "../make-responder.ts";
import type { Metrics } from "../metrics.ts";
import { type Listening, listen } from "../runtime/node/listen.ts";
import type { Patience } from "../runtime/node/patience.ts";

/** A server that answers each request after a while, and connections to it. */
export type PlannedListening = {
  readonly listening: Listening;
  readonly logged: readonly LogEntry[];
  readonly metrics: Metrics;
  readonly open: () => Promise<PlannedConnection>;
};

/** A connection, and all that came over it so far. */
export type PlannedConnection = {
  readonly socket: Socket;
  readonly received: () => string;
  /** All that came until the server closed the connection. */
  readonly untilClosed: () => Promise<string>;
};

/** Listens on a free port, and answers `done`, or what is given, after so many milliseconds; of a PUT it reads the body. */
export async function planListening(
  answerMs: number,
  patience: Partial<Patience> = {},
  body: string = "done",
): Promise<PlannedListening> {
  const logged: LogEntry[] = [];
  const metrics = createMetrics(() => "");
  const respond = makeResponder({
    log: (entry) => void logged.push(entry),
    metrics,
    recordSpan: undefined,
    corsOrigins: new Set(),
    now: () => 0,
    monotonicMs: () => 0,
    makeTraceId: () => "4bf92f3577b34da6a3ce929d0e0e4736",
    makeSpanId: () => "00f067aa0ba902b7",
  });
  const listening = await listen(
    { port: 0, host: "127.0.0.1" },
    async (request) => {
      await wait(answerMs);
      if (request.method === "PUT") await request.arrayBuffer();
      return new Response(body);
    },
    (failure) => respond(new Request("http://h/"), "other", () => answerFailure(failure)),
    patience,
  );
  onTestFinished(() => {
    listening.server.closeAllConnections();
    listening.server.close();
  });
  return {
    listening,
    logged,
    metrics,
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

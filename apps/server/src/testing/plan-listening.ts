import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { sliced } from "../http/documents.ts";
import { localOrigins, openFailingApp } from "../http/middleware.ts";
import type { LogEntry } from "../log-and-trace.ts";
import type { TimeLimits } from "../runtimes/node/listen/connections.ts";
import { type Listening, listen } from "../runtimes/node/listen/listen.ts";
import { prepareShedding, type Shedding } from "../runtimes/node/listen/shed.ts";
import { openMetrics } from "../runtimes/node/observe/metrics.ts";
import type { Metrics } from "../services.ts";

/** A server that answers each request after a delay, and connections to it. */
type PlannedListening = {
  readonly listening: Listening;
  readonly logged: readonly LogEntry[];
  readonly metrics: Metrics;
  readonly shedding: Shedding;
  readonly open: () => Promise<PlannedConnection>;
};

/** A connection, and everything received over it so far. */
type PlannedConnection = {
  readonly socket: Socket;
  readonly received: () => string;
  /** Everything received until the server closed the connection. */
  readonly untilClosed: () => Promise<string>;
};

/**
 * Listens on a free port and answers with `body` after `answerMs`, or after a function that computes; reads the body of
 * a PUT.
 */
export async function planListening(
  answerMs: number | (() => void),
  limits: Partial<TimeLimits> = {},
  body: string = "done",
): Promise<PlannedListening> {
  const logged: LogEntry[] = [];
  const registry = new Registry();
  const metrics = openMetrics(registry);
  const services = {
    log: (entry: LogEntry) => void logged.push(entry),
    metrics,
    recordSpan: undefined,
    corsOrigins: new Set(["https://app.example", ...localOrigins]),
    now: () => 0,
    monotonicMs: () => 0,
    makeId: () => "4bf92f3577b34da6a3ce929d0e0e4736",
    makeSpanId: () => "00f067aa0ba902b7",
  };
  const fetch = async (request: Request): Promise<Response> => {
    if (typeof answerMs === "number") await wait(answerMs);
    else answerMs();
    if (request.method === "PUT") await request.arrayBuffer();
    return new Response(sliced(new TextEncoder().encode(body)));
  };
  const shedding = await prepareShedding(services, registry);
  const listening = await listen(
    { port: 0, host: "127.0.0.1" },
    { fetch, fail: openFailingApp(services), shed: shedding.shed },
    limits,
  );
  onTestFinished(() => {
    listening.server.closeAllConnections();
    listening.server.close();
  });
  return {
    listening,
    logged,
    metrics,
    shedding,
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

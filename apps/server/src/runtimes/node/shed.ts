import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { renderTraceParent } from "../../http/log-and-trace.ts";
import { openFailingApp } from "../../http/middleware.ts";
import { beginExchange, type ContextServices } from "../../http/request-context.ts";
import { addCounter } from "./metrics.ts";

/** Answers a request that is not served. */
export type Shed = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** One line is logged in this time while requests are shed. */
const reportIntervalMs = 10_000;

/**
 * Answers requests by 503 with `Retry-After`, at a third of what the application would take for it. The answer
 * is made by the application once for each allowed origin; only the ids differ. Counts requests, and logs their number
 * instead of each.
 */
export async function prepareShedding(services: ContextServices, registry: Registry): Promise<Shed> {
  const { log, metrics, corsOrigins, monotonicMs } = services;
  const fail = openFailingApp({ ...services, log: () => {}, metrics: { ...metrics, count: () => {} } });
  const make = async (origin: string) => {
    const request = new Request("http://localhost/", origin === "" ? {} : { headers: { origin } });
    const response = await fail({ code: "too-busy" }, request);
    const body = Buffer.from(await response.arrayBuffer());
    const headers = [...response.headers].filter(
      ([name]) => name !== "x-request-id" && name !== "traceparent",
    );
    return {
      status: response.status,
      headers: [...headers.flat(), "content-length", String(body.length)],
      body,
    };
  };
  const other = await make("");
  const byOrigin = new Map(
    await Promise.all([...corsOrigins].map(async (origin) => [origin, await make(origin)] as const)),
  );
  const note = countShed(log, registry, monotonicMs);
  return (incoming, outgoing) => {
    const get = (name: string): string | null => incoming.headers[name]?.toString() ?? null;
    const { requestId, trace, beganMs } = beginExchange(services, { get });
    const { status, headers, body } = byOrigin.get(incoming.headers.origin ?? "") ?? other;
    const ids = ["x-request-id", requestId, "traceparent", renderTraceParent(trace)];
    outgoing.writeHead(status, [...headers, ...ids]).end(body);
    metrics.count("other", status, monotonicMs() - beganMs);
    note();
  };
}

function countShed(log: ContextServices["log"], registry: Registry, monotonicMs: () => number): () => void {
  let count = 0;
  let reportedCount = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  addCounter(
    registry,
    "oms_requests_shed_total",
    "Requests answered 503 because they had waited too long for their turn.",
    () => count,
  );
  return () => {
    count += 1;
    if (monotonicMs() - reportedMs < reportIntervalMs) return;
    log({ level: "warn", event: "too busy, requests are shed", notes: { count: count - reportedCount } });
    reportedCount = count;
    reportedMs = monotonicMs();
  };
}

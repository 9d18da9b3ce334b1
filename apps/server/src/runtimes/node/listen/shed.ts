import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { isListed, openFailingApp } from "../../../http/middleware.ts";
import { beginExchange, type ContextServices, renderTraceParent } from "../../../http/request-context.ts";
import { addCounter } from "../observe/metrics.ts";

/** Answers requests that are not served. `stop` logs those not logged yet. */
export type Shedding = {
  readonly shed: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly stop: () => void;
};

/** How long shed requests are counted before they are logged in one line. */
const reportMs = 10_000;

/**
 * Answers requests by 503 with `Retry-After`, at a third of what the application would take for it. The answer
 * is made by the application once for allowed origins and once for others; only origin and ids differ. Counts
 * requests, and logs their number instead of each.
 */
export async function prepareShedding(services: ContextServices, registry: Registry): Promise<Shedding> {
  const { log, metrics, corsOrigins, monotonicMs } = services;
  const fail = openFailingApp({ ...services, log: () => {}, metrics: { ...metrics, count: () => {} } });
  const make = async (origin: string) => {
    const request = new Request("http://localhost/", origin === "" ? {} : { headers: { origin } });
    const response = await fail({ code: "too_busy" }, request);
    const body = Buffer.from(await response.arrayBuffer());
    const headers = [...response.headers].filter(([name]) => !written.has(name));
    return {
      status: response.status,
      headers: [...headers.flat(), "content-length", String(body.length)],
      body,
    };
  };
  const [anyListed = ""] = corsOrigins;
  const forListed = await make(anyListed.replace("*", "80"));
  const forOthers = await make("");
  const report = reportShed(log);
  let count = 0;
  addCounter(
    registry,
    "oms_requests_shed_total",
    "Requests answered 503 because they had waited too long for their turn.",
    () => count,
  );
  return {
    shed: (incoming, outgoing) => {
      const get = (name: string): string | null => incoming.headers[name]?.toString() ?? null;
      const { requestId, trace, beganMs } = beginExchange(services, { get });
      const { origin = "" } = incoming.headers;
      const isAllowed = isListed(corsOrigins, origin);
      const { status, headers, body } = isAllowed ? forListed : forOthers;
      const own = ["x-request-id", requestId, "traceparent", renderTraceParent(trace)];
      if (isAllowed) own.push("access-control-allow-origin", origin);
      outgoing.writeHead(status, [...headers, ...own]).end(body);
      metrics.count("other", status, monotonicMs() - beganMs);
      count += 1;
      report.note();
    },
    stop: report.stop,
  };
}

const written: ReadonlySet<string> = new Set(["x-request-id", "traceparent", "access-control-allow-origin"]);

/** Logs how many requests were shed in the ten seconds from the first. */
export function reportShed(log: ContextServices["log"]): {
  readonly note: () => void;
  readonly stop: () => void;
} {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (count > 0) log({ level: "warn", event: "overloaded, shedding requests", notes: { count } });
    count = 0;
  };
  const note = (): void => {
    count += 1;
    timer ??= setTimeout(stop, reportMs).unref();
  };
  return { note, stop };
}

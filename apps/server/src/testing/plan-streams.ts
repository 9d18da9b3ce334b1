import type { Hono } from "hono";
import { type EventBatch, type OpenEvents, streamEvents } from "../http/event-stream.ts";
import { formatEvent, type StreamEvent } from "../http/format-event.ts";
import { openApp } from "../http/middleware.ts";
import { type AppEnv, named } from "../http/request-context.ts";
import type { LogEntry, Span } from "../log-and-trace.ts";
import { openMetrics } from "../runtimes/node/observe/metrics.ts";
import type { Metrics } from "../services.ts";

/** An application with one stream at `/stream`, and what it logged, counted and traced. */
type PlannedStreams = {
  readonly app: Hono<AppEnv>;
  readonly logged: LogEntry[];
  readonly spans: Span[];
  readonly metrics: Metrics;
  readonly draining: AbortController;
};

/** Serves `open` at `/stream`, and `ok` at `/plain`. */
export function planStreams(open: OpenEvents): PlannedStreams {
  const logged: LogEntry[] = [];
  const spans: Span[] = [];
  const draining = new AbortController();
  const metrics = openMetrics();
  const services = {
    log: (entry: LogEntry) => void logged.push(entry),
    metrics,
    draining: draining.signal,
    recordSpan: (span: Span) => void spans.push(span),
    chooseTrace: () => true,
    corsOrigins: new Set<string>(),
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    makeId: () => "0af7651916cd43dd8448eb211c80319c",
    makeSpanId: () => "00f067aa0ba902b7",
  };
  const app = openApp(services);
  app.get("/stream", named("streamed"), (c) => streamEvents(c, services, open));
  app.get("/plain", named("plain"), (c) => c.text("ok"));
  return { app, logged, spans, metrics, draining };
}

/** One event, as a source yields it. */
export function batchOf(event: StreamEvent): EventBatch {
  return { text: formatEvent(event), eventCount: 1 };
}

/** Events that a test sends; the source ends with `bye` when its signal aborts. */
export type PlannedEvents = {
  readonly open: OpenEvents;
  readonly send: (...events: readonly StreamEvent[]) => void;
  /** The reasons of the signals that aborted, and `closed` for each source that was closed. */
  readonly stops: string[];
  /** Makes the sources end, or throw. */
  readonly end: (thrown?: Error) => void;
};

/** Plans the events of readers, in which each source pauses until the test sends the next. */
export function planEvents(): PlannedEvents {
  const waiting: StreamEvent[] = [];
  const stops: string[] = [];
  let isEnded = false;
  let failure: Error | undefined;
  let wakers: (() => void)[] = [];
  const wake = (): void => {
    const woken = wakers;
    wakers = [];
    for (const each of woken) each();
  };
  const pause = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wakers.push(resolve);
    return promise;
  };
  async function* open(signal: AbortSignal): AsyncGenerator<EventBatch> {
    signal.addEventListener("abort", () => {
      stops.push(String(signal.reason));
      wake();
    });
    try {
      for (;;) {
        const event = waiting.shift();
        if (event !== undefined) yield batchOf(event);
        else if (failure !== undefined) throw failure;
        else if (isEnded) return;
        else if (signal.aborted) break;
        else await pause();
      }
      yield batchOf({ event: "bye", data: { reason: signal.reason }, retry: 250 });
    } finally {
      stops.push("closed");
    }
  }
  return {
    open,
    stops,
    send: (...events) => {
      waiting.push(...events);
      wake();
    },
    end: (thrown) => {
      isEnded = true;
      failure = thrown;
      wake();
    },
  };
}

import type { Registry } from "prom-client";
import type { Log, Span } from "../../../log-and-trace.ts";
import { wait } from "../background.ts";
import type { Settings } from "../settings/settings.ts";
import { addCounter } from "./metrics.ts";

/** Limits of the queue and of sending. The pause before the second attempt, `backoffMs`, doubles for each further one. */
const defaults = {
  batchCountMax: 512,
  batchMsMax: 2_000,
  waitingCountMax: 8_192,
  attemptCountMax: 5,
  attemptMsMax: 10_000,
  backoffMs: 1_000,
  backoffMsMax: 30_000,
  stopMsMax: 2_000,
};

export type TracingLimits = Readonly<typeof defaults>;

type TracingSettings = Pick<Settings, "tracesUrl" | "tracesHeaders" | "tracesRatio" | "serviceName">;

/** The version that traces report, and where results are counted and logged. */
type TracingWorld = {
  readonly registry: Registry;
  readonly version: string;
  readonly log: Log;
  readonly routes: Readonly<Record<string, string>>;
};

export function startTracing(
  settings: TracingSettings,
  world: TracingWorld,
  limits: TracingLimits = defaults,
) {
  const { tracesUrl } = settings;
  if (tracesUrl === undefined) return undefined;
  const counts = { sent: 0, dropped: 0 };
  const { registry } = world;
  addCounter(registry, "oms_spans_sent_total", "Spans that the collector accepted.", () => counts.sent);
  const lost = "Spans that were dropped or could not be sent.";
  addCounter(registry, "oms_spans_dropped_total", lost, () => counts.dropped);
  const sender = new AbortController();
  const send = makeSender({ ...settings, tracesUrl }, limits, world, counts, sender.signal);
  let waiting: Span[] = [];
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  return {
    record: (span: Span): void => {
      if (isStopping || waiting.length >= limits.waitingCountMax) {
        counts.dropped += 1;
        return;
      }
      waiting.push(span);
      schedule();
    },
    choose: chooseTraces(settings.tracesRatio),
    stop: async (): Promise<void> => {
      isStopping = true;
      clearTimeout(timer);
      const deadline = setTimeout(() => sender.abort(), limits.stopMsMax);
      await underWay;
      while (waiting.length > 0 && !sender.signal.aborted) await sendBatch();
      clearTimeout(deadline);
      counts.dropped += waiting.length;
      waiting = [];
    },
  };

  function schedule(): void {
    if (isStopping || underWay !== undefined || waiting.length === 0) return;
    if (waiting.length < limits.batchCountMax) {
      timer ??= setTimeout(begin, limits.batchMsMax).unref();
    } else begin();
  }

  /** Sends one batch at a time, so that a slow collector is not overloaded. */
  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    underWay = sendBatch().then(() => {
      underWay = undefined;
      schedule();
    });
  }

  async function sendBatch(): Promise<void> {
    await send(waiting.splice(0, limits.batchCountMax));
  }
}

type Counts = { sent: number; dropped: number };

function makeSender(
  { tracesUrl, tracesHeaders = {}, serviceName }: TracingSettings & { readonly tracesUrl: string },
  limits: TracingLimits,
  { version, log, routes }: TracingWorld,
  counts: Counts,
  signal: AbortSignal,
): (spans: readonly Span[]) => Promise<void> {
  const collector = { url: `${tracesUrl.replace(/\/+$/, "")}/v1/traces`, headers: tracesHeaders, signal };
  let isTaking = true;
  return async (spans) => {
    const body = renderSpans(spans, { serviceName, version, routes });
    const outcome = await postSpans(body, collector, limits);
    if (outcome.kind === "taken") {
      counts.sent += spans.length - outcome.refusedCount;
      counts.dropped += outcome.refusedCount;
      if (!isTaking) log({ level: "info", event: "exporting traces recovered" });
      isTaking = true;
      return;
    }
    counts.dropped += spans.length;
    const { status, thrown } = outcome;
    if (isTaking) log({ level: "warn", event: "exporting traces failed", status, thrown });
    isTaking = false;
  };
}

const kinds = { server: 2 } as const;
const codes = { error: 2 } as const;

/** Bit 0 means sampled; bits 8 and 9 tell whether the parent is remote. */
const flags = { ofOwnTrace: 0x101, ofCallersTrace: 0x301 } as const;

/** Renders spans as OTLP JSON. A span contains no requested path, query or user. */
export function renderSpans(
  spans: readonly Span[],
  {
    serviceName,
    version,
    routes,
  }: Pick<TracingSettings, "serviceName"> & Pick<TracingWorld, "version" | "routes">,
): string {
  const resource = {
    attributes: [attribute("service.name", serviceName), attribute("service.version", version)],
  };
  const rendered = spans.map((span) => renderSpan(span, routes[span.operation]));
  const scopeSpans = [{ scope: { name: "trading-oms" }, spans: rendered }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function renderSpan(
  { trace, operation, method, status, beganAtMs, durationMs }: Span,
  route: string | undefined,
) {
  const { traceId, spanId, parentSpanId } = trace;
  const isFailed = status >= 500;
  return {
    ...{ traceId, spanId, parentSpanId },
    flags: parentSpanId === undefined ? flags.ofOwnTrace : flags.ofCallersTrace,
    name: operation,
    kind: kinds.server,
    startTimeUnixNano: inNanoseconds(beganAtMs),
    endTimeUnixNano: inNanoseconds(beganAtMs + durationMs),
    attributes: [
      attribute("http.request.method", method),
      { key: "http.response.status_code", value: { intValue: String(status) } },
      ...(route === undefined ? [] : [attribute("http.route", route)]),
      ...(isFailed ? [attribute("error.type", String(status))] : []),
    ],
    status: isFailed ? { code: codes.error } : undefined,
  };
}

function attribute(key: string, stringValue: string) {
  return { key, value: { stringValue } };
}

/** A string, because a number cannot hold so many digits. The clock's resolution is a microsecond. */
function inNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}

const digitsRead = 13;
const valuesRead = 2 ** (4 * digitsRead);

/**
 * Samples a share of the traces, from 0 for none to 1 for all. It decides by the end of the trace id, like
 * OpenTelemetry, so that other services sample the same traces.
 */
export function chooseTraces(ratio: number): (traceId: string) => boolean {
  if (ratio >= 1) return () => true;
  if (ratio <= 0) return () => false;
  const least = Math.round((1 - ratio) * valuesRead);
  return (traceId) => Number.parseInt(traceId.slice(-digitsRead), 16) >= least;
}

type Collector = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts sending at any point. */
  readonly signal: AbortSignal;
};

/** The result of sending. A collector may accept a part, and may say when to try again. */
type PostOutcome =
  | { readonly kind: "taken"; readonly refusedCount: number }
  | {
      readonly kind: "failed";
      readonly status?: number;
      readonly thrown?: unknown;
      readonly isPassing: boolean;
      readonly askedMs: number;
    };

/** The statuses for which the protocol allows a retry. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans by OTLP over HTTP; returns the result of the last attempt and never throws. */
async function postSpans(body: string, collector: Collector, limits: TracingLimits): Promise<PostOutcome> {
  let { backoffMs } = limits;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptPost(body, collector, limits.attemptMsMax);
    if (outcome.kind === "taken" || !outcome.isPassing || attempt >= limits.attemptCountMax) return outcome;
    try {
      const waitMs = Math.min(Math.max(backoffMs, outcome.askedMs), limits.backoffMsMax);
      await wait(waitMs, collector.signal);
    } catch {
      return outcome;
    }
    backoffMs *= 2;
  }
}

async function attemptPost(
  body: string,
  { url, headers, signal }: Collector,
  attemptMsMax: number,
): Promise<PostOutcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMsMax)]),
    });
    const text = await response.text();
    if (response.ok) return { kind: "taken", refusedCount: readRefusedCount(text) };
    const { status } = response;
    const askedMs = readRetryAfter(response.headers.get("retry-after"));
    return { kind: "failed", status, isPassing: passingStatuses.has(status), askedMs };
  } catch (thrown) {
    return { kind: "failed", thrown, isPassing: true, askedMs: 0 };
  }
}

function readRefusedCount(text: string): number {
  try {
    const count = Number(JSON.parse(text).partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    // A body that cannot be parsed still means success.
    return 0;
  }
}

/** Parses seconds or a date; 0 for anything else. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.max(waitMs || 0, 0);
}

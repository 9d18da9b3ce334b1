import type { Registry } from "prom-client";
import type { Log, RecordSpan, Span } from "../../../log-and-trace.ts";
import { wait } from "../background.ts";
import type { TracingSettings } from "../settings/settings.ts";
import { addCounter } from "./metrics.ts";

/** Records spans and sends them to a collector. */
export type Tracing = {
  /** Queues a span; it is sent later in a batch. */
  readonly record: RecordSpan;
  /** Whether to sample a trace that begins here. */
  readonly choose: (traceId: string) => boolean;
  /** Sends queued spans, for a limited time. */
  readonly stop: () => Promise<void>;
};

/** Limits of the queue and of sending. */
export type TracingLimits = Omit<PostSettings, "url" | "headers"> & {
  readonly batchCountMax: number;
  readonly batchMsMax: number;
  readonly waitingCountMax: number;
  readonly stopMsMax: number;
};

const defaults: TracingLimits = {
  batchCountMax: 512,
  batchMsMax: 2_000,
  waitingCountMax: 8_192,
  attemptCountMax: 5,
  attemptMsMax: 10_000,
  backoffMs: 1_000,
  backoffMsMax: 30_000,
  stopMsMax: 2_000,
};

/** The version that traces report, and where results are counted and logged. */
type TracingWorld = {
  readonly registry: Registry;
  readonly version: string;
  readonly log: Log;
  readonly routes: Readonly<Record<string, string>>;
};

/** Starts tracing, if a collector is configured. */
export function startTracing(
  settings: TracingSettings | undefined,
  world: TracingWorld,
  limits: TracingLimits = defaults,
): Tracing | undefined {
  if (settings === undefined) return undefined;
  const counts = { sent: 0, dropped: 0 };
  addCounts(world.registry, counts);
  const sender = new AbortController();
  const send = makeSender(settings, limits, world, counts, sender.signal);
  let waiting: Span[] = [];
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  return {
    record: (span) => {
      if (isStopping || waiting.length >= limits.waitingCountMax) {
        counts.dropped += 1;
        return;
      }
      waiting.push(span);
      schedule();
    },
    choose: chooseTraces(settings.ratio),
    stop: async () => {
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
  { endpoint, headers, serviceName }: TracingSettings,
  limits: TracingLimits,
  { version, log, routes }: TracingWorld,
  counts: Counts,
  signal: AbortSignal,
): (spans: readonly Span[]) => Promise<void> {
  const render = makeSpanRenderer({
    serviceName,
    serviceVersion: version,
    routes,
  });
  const post: PostSettings = { ...limits, url: `${endpoint.replace(/\/+$/, "")}/v1/traces`, headers };
  const sending = { fetch, wait, now: () => Date.now(), signal };
  let isTaking = true;
  return async (spans) => {
    const outcome = await postSpans(render(spans), post, sending);
    if (outcome.kind === "taken") {
      counts.sent += spans.length - outcome.refusedCount;
      counts.dropped += outcome.refusedCount;
      if (!isTaking) log({ level: "info", event: "exporting traces recovered" });
      isTaking = true;
      return;
    }
    counts.dropped += spans.length;
    if (isTaking) {
      log({
        level: "warn",
        event: "exporting traces failed",
        status: outcome.status,
        thrown: outcome.thrown,
      });
    }
    isTaking = false;
  };
}

function addCounts(registry: Registry, counts: Readonly<Counts>): void {
  addCounter(registry, "oms_spans_sent_total", "Spans that the collector accepted.", () => counts.sent);
  addCounter(
    registry,
    "oms_spans_dropped_total",
    "Spans that were dropped or could not be sent.",
    () => counts.dropped,
  );
}

/** The resource of all spans, and the route of each operation by its id. */
type SpanSource = {
  readonly serviceName: string;
  readonly serviceVersion: string | undefined;
  readonly routes: Readonly<Record<string, string>>;
};

/** Numbers of the OTLP protocol. */
const kinds = { server: 2 } as const;
const codes = { error: 2 } as const;

/** Bit 0 means sampled; bits 8 and 9 tell whether the parent is remote. */
const flags = { ofOwnTrace: 0x101, ofCallersTrace: 0x301 } as const;

/**
 * Creates a renderer of spans as OTLP JSON. A span contains no requested path, query or user. The parts that
 * all spans of an operation share are rendered once.
 */
export function makeSpanRenderer({
  serviceName,
  serviceVersion,
  routes,
}: SpanSource): (spans: readonly Span[]) => string {
  const attributes = [attribute("service.name", serviceName)];
  if (serviceVersion !== undefined) attributes.push(attribute("service.version", serviceVersion));
  const head = `{"resourceSpans":[{"resource":{"attributes":[${attributes.join(",")}]},"scopeSpans":[{"scope":{"name":"trading-oms"},"spans":[`;
  const ofOperations = new Map<string, { readonly name: string; readonly route: string }>();
  return (spans) =>
    `${head}${spans.map((span) => renderSpan(span, knownOf(span.operation))).join(",")}]}]}]}`;

  function knownOf(operation: string) {
    let known = ofOperations.get(operation);
    if (known === undefined) {
      const route = routes[operation];
      known = {
        name: JSON.stringify(operation),
        route: route === undefined ? "" : `,${attribute("http.route", route)}`,
      };
      ofOperations.set(operation, known);
    }
    return known;
  }
}

function renderSpan(
  { trace, method, status, beganAtMs, durationMs }: Span,
  { name, route }: { readonly name: string; readonly route: string },
): string {
  const { traceId, spanId, parentSpanId } = trace;
  const parent =
    parentSpanId === undefined
      ? `"flags":${flags.ofOwnTrace}`
      : `"parentSpanId":"${parentSpanId}","flags":${flags.ofCallersTrace}`;
  const times = `"startTimeUnixNano":"${inNanoseconds(beganAtMs)}","endTimeUnixNano":"${inNanoseconds(beganAtMs + durationMs)}"`;
  const isFailed = status >= 500;
  const failure = isFailed ? `,${attribute("error.type", String(status))}` : "";
  const outcome = isFailed ? `,"status":{"code":${codes.error}}` : "";
  return `{"traceId":"${traceId}","spanId":"${spanId}",${parent},"name":${name},"kind":${kinds.server},${times},"attributes":[${attribute("http.request.method", method)},{"key":"http.response.status_code","value":{"intValue":"${status}"}}${route}${failure}]${outcome}}`;
}

function attribute(key: string, value: string): string {
  return `{"key":"${key}","value":{"stringValue":${JSON.stringify(value)}}}`;
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

/** How spans are sent and retried. */
type PostSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attemptCountMax: number;
  readonly attemptMsMax: number;
  /** The pause before the second attempt; it doubles for each further one. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
};

/** The result of sending. A collector may accept a part; the last error or status is for the log. */
type PostOutcome =
  | { readonly kind: "taken"; readonly refusedCount: number }
  | { readonly kind: "failed"; readonly status?: number; readonly thrown?: unknown };

/** What sending needs from the runtime. */
type PostWorld = {
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Aborts sending at any point. */
  readonly signal: AbortSignal;
};

/** The statuses for which the protocol allows a retry. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans by OTLP over HTTP; returns every result and never throws. */
async function postSpans(body: string, settings: PostSettings, world: PostWorld): Promise<PostOutcome> {
  let backoffMs = settings.backoffMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptPost(body, settings, world);
    if (outcome.kind === "taken" || !outcome.isPassing) return outcome;
    if (attempt >= settings.attemptCountMax || world.signal.aborted) return outcome;
    const askedMs = outcome.askedMs ?? 0;
    try {
      await world.wait(Math.min(Math.max(backoffMs, askedMs), settings.backoffMsMax), world.signal);
    } catch {
      return outcome;
    }
    backoffMs *= 2;
  }
}

type Attempt =
  | Extract<PostOutcome, { kind: "taken" }>
  | (Extract<PostOutcome, { kind: "failed" }> & {
      readonly isPassing: boolean;
      readonly askedMs?: number | undefined;
    });

async function attemptPost(
  body: string,
  { url, headers, attemptMsMax }: PostSettings,
  { fetch, now, signal }: PostWorld,
): Promise<Attempt> {
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
    const askedMs = readRetryAfter(response.headers.get("retry-after"), now());
    return { kind: "failed", status, isPassing: passingStatuses.has(status), askedMs };
  } catch (thrown) {
    return { kind: "failed", thrown, isPassing: true };
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

/** Parses seconds or a date; undefined for anything else. */
function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

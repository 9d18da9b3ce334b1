import type { Registry } from "prom-client";
import { operationPaths } from "../../app.ts";
import type { Log, RecordSpan, Span } from "../../http/log-and-trace.ts";
import { wait } from "./background.ts";
import { addCounter } from "./metrics.ts";
import type { TracingSettings } from "./settings.ts";

/** What takes spans, and what sends the last of them. */
export type Tracing = {
  /** Takes a span at once; it is sent later, with others. */
  readonly record: RecordSpan;
  /** Whether a trace that begins here is recorded. */
  readonly choose: (traceId: string) => boolean;
  /** Sends what waits, but does not try for long. */
  readonly stop: () => Promise<void>;
};

/** How many spans wait for how long, and how hard it is tried to send them. */
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

/** What traces say of this program, and who is told when nobody takes them, and when somebody does again. */
type TracingWorld = { readonly registry: Registry; readonly version: string; readonly log: Log };

/** Starts sending traces, where somebody takes them. */
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

  /** One batch at a time, so that a slow collector is not sent more than it takes. */
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
  { version, log }: TracingWorld,
  counts: Counts,
  signal: AbortSignal,
): (spans: readonly Span[]) => Promise<void> {
  const render = makeSpanRenderer({
    serviceName,
    serviceVersion: version,
    routes: operationPaths,
  });
  const post: PostSettings = { ...limits, url: `${endpoint.replace(/\/+$/, "")}/v1/traces`, headers };
  const sending = { fetch, wait, now: () => Date.now(), signal };
  let isTaking = true;
  return async (spans) => {
    const outcome = await postSpans(render(spans), post, sending);
    if (outcome.kind === "taken") {
      counts.sent += spans.length - outcome.refusedCount;
      counts.dropped += outcome.refusedCount;
      if (!isTaking) log({ level: "info", event: "traces are taken again" });
      isTaking = true;
      return;
    }
    counts.dropped += spans.length;
    if (isTaking) {
      log({ level: "warn", event: "traces are not taken", status: outcome.status, thrown: outcome.thrown });
    }
    isTaking = false;
  };
}

function addCounts(registry: Registry, counts: Readonly<Counts>): void {
  addCounter(registry, "oms_spans_sent_total", "Spans that the collector has taken.", () => counts.sent);
  addCounter(
    registry,
    "oms_spans_dropped_total",
    "Spans that were lost on the way to it.",
    () => counts.dropped,
  );
}

/** What is said of the service once for all its spans, and the paths of its operations by their ids. */
type SpanSource = {
  readonly serviceName: string;
  readonly serviceVersion: string | undefined;
  readonly routes: Readonly<Record<string, string>>;
};

/** Numbers that the protocol has for what a span is. */
const kinds = { server: 2 } as const;
const codes = { error: 2 } as const;

/** The lowest bit says that the trace is recorded, the others whether its parent is of another process. */
const flags = { ofOwnTrace: 0x101, ofCallersTrace: 0x301 } as const;

/**
 * Makes what writes spans as the JSON of OTLP. It holds what a span holds: no path as it was asked for, no query, no
 * user. What is alike in all spans of an operation is written once.
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

/** As a text, because no number holds so many digits; a clock that tells microseconds is as fine as it gets. */
function inNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}

const digitsRead = 13;
const valuesRead = 2 ** (4 * digitsRead);

/**
 * Chooses a share of the traces by their ids, from 0 for none to 1 for all. Whoever else chooses by the end of the id,
 * as OpenTelemetry does, chooses the same traces.
 */
export function chooseTraces(ratio: number): (traceId: string) => boolean {
  if (ratio >= 1) return () => true;
  if (ratio <= 0) return () => false;
  const least = Math.round((1 - ratio) * valuesRead);
  return (traceId) => Number.parseInt(traceId.slice(-digitsRead), 16) >= least;
}

/** How spans are sent, and for how long it is tried. */
type PostSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attemptCountMax: number;
  readonly attemptMsMax: number;
  /** Waited before the second attempt, and twice as long before each other. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
};

/** What came of it. A collector may take a part; what was thrown or answered last is for the log. */
type PostOutcome =
  | { readonly kind: "taken"; readonly refusedCount: number }
  | { readonly kind: "failed"; readonly status?: number; readonly thrown?: unknown };

/** What sending needs of its runtime. */
type PostWorld = {
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Gives up, wherever it stands. */
  readonly signal: AbortSignal;
};

/** The answers after which the protocol has one try again. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends spans to a collector by OTLP over HTTP; whatever happens is told and nothing is thrown. */
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
    // An answer that can't be read was a success all the same.
    return 0;
  }
}

/** Seconds or a date; nonsense asks for nothing. */
function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

import { chooseTraces } from "../../choose-traces.ts";
import type { Log } from "../../log.ts";
import { makeSpanRenderer } from "../../make-span-renderer.ts";
import * as operations from "../../operations/index.ts";
import { renderFamily } from "../../render-family.ts";
import type { RecordSpan, Span } from "../../span.ts";
import { type PostSettings, postSpans } from "../post-spans.ts";
import type { TracingSettings } from "./settings.ts";
import { wait } from "./wait.ts";

/** What takes spans, and what sends the last of them. */
export type Tracing = {
  /** Takes a span at once; it is sent later, with others. */
  readonly record: RecordSpan;
  /** Whether a trace that begins here is recorded. */
  readonly choose: (traceId: string) => boolean;
  /** How many spans were sent and dropped, as text for Prometheus. */
  readonly renderMetrics: () => string;
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
export type TracingWorld = { readonly version?: string; readonly log?: Log };

/** Starts sending traces, where somebody takes them. */
export function startTracing(
  settings: TracingSettings | undefined,
  world: TracingWorld = {},
  limits: TracingLimits = defaults,
): Tracing | undefined {
  if (settings === undefined) return undefined;
  const counts = { sent: 0, dropped: 0 };
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
    renderMetrics: () => renderCounts(counts),
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
  { version, log = () => undefined }: TracingWorld,
  counts: Counts,
  signal: AbortSignal,
): (spans: readonly Span[]) => Promise<void> {
  const render = makeSpanRenderer({
    serviceName,
    serviceVersion: version,
    routes: pathsOfOperations(),
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

function pathsOfOperations(): Record<string, string> {
  return Object.fromEntries(
    Object.values(operations).map(({ route }) => [route.operationId ?? "", route.path]),
  );
}

function renderCounts({ sent, dropped }: Counts): string {
  return [
    renderFamily("oms_spans_sent_total", "counter", "Spans that the collector has taken.", [{ value: sent }]),
    renderFamily("oms_spans_dropped_total", "counter", "Spans that were lost on the way to it.", [
      { value: dropped },
    ]),
  ].join("");
}

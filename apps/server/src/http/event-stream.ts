/** Responses of `text/event-stream`, made from a source that is asked for its next event when the reader takes it. */
import type { Context } from "hono";
import type { StreamEnd } from "../log-and-trace.ts";
import type { ClockServices, ObservationServices, SiteServices } from "../services.ts";
import { fail } from "./failures.ts";
import type { AppEnv } from "./request-context.ts";

/** Formatted events, perhaps for several readers, that are sent in one piece. */
export type EventBatch = { readonly text: string; readonly eventCount: number };

/** What a source yields. It returns `token` if it ended because the reader's token stands no longer, `replaced` if another stream has its place. */
type Events = AsyncIterable<EventBatch, unknown>;

/**
 * Opens the events of one reader. The next event is asked for when the reader has taken the last one, so a slow reader
 * gets the state of that moment, and nothing is queued. A source that waits for something has to stop waiting when the
 * signal aborts. Its reason is `left` if the reader has gone, and `restart` if the server is draining: then the source may
 * yield a last event, and ends. It also aborts at every other end, so that nothing that listens to it outlives the stream.
 */
export type OpenEvents = (signal: AbortSignal) => Events;

/** A reader whose socket takes nothing is ended after 30 s; one that left earlier is not called slow. */
const slowMsMax = 25_000;

const headers = {
  "Content-Type": "text/event-stream",
  // `no-transform` also keeps proxies from compressing, and with it from buffering.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** What Node's response emits when it is answered by a stream, and when that has to be cut, for those who follow its connection. */
export const streamEvent = "stream";
export const cutEvent = "cut";

type StreamServices = ObservationServices & SiteServices & ClockServices;

type StreamBindings = { readonly outgoing?: NodeJS.EventEmitter } | undefined;

/** What cuts the connection of a request, on runtimes that can. */
export function cutterOf(c: Context<AppEnv>): (() => void) | undefined {
  const { env: bindings } = c;
  const outgoing = (bindings as StreamBindings)?.outgoing;
  return outgoing && (() => void outgoing.emit(cutEvent));
}

/**
 * Answers with a stream of events. The request is logged, counted and traced when the stream ends. An error of the source is
 * logged and ends the stream without detail. HEAD opens nothing.
 *
 * Hono's `streamSSE` is not used: it swallows write errors, can send the message of an error to the reader, and its queue
 * counts chunks, so that events wait in the process.
 */
export function streamEvents(
  c: Context<AppEnv>,
  services: Pick<StreamServices, "log" | "metrics" | "draining" | "monotonicMs">,
  open: OpenEvents,
): Response {
  const { log, metrics, draining, monotonicMs } = services;
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  // It would be held, unread, as long as the stream stands.
  if (c.req.header("transfer-encoding") !== undefined || (c.req.header("content-length") ?? "0") !== "0") {
    return fail(c, { code: "invalid_request", issues: [{ field: "body", message: "has to be left out" }] });
  }
  const { env: bindings } = c;
  (bindings as StreamBindings)?.outgoing?.emit(streamEvent);
  // The context is not kept while the stream stands.
  const operation = c.get("operation");
  const requestId = c.get("requestId");
  const { traceId } = c.get("trace");
  const stopping = new AbortController();
  const restart = (): void => stopping.abort("restart");
  // First, because a source that throws here has no stream: the request is answered and logged as any failure.
  const events = open(stopping.signal)[Symbol.asyncIterator]();
  const { promise, resolve: settle } = Promise.withResolvers<StreamEnd>();
  c.set("streamEnd", promise);
  let eventCount = 0;
  let byteCount = 0;
  let isOpen = true;
  /** Since when the reader has not taken what was made for it. */
  let untakenSinceMs = Number.POSITIVE_INFINITY;
  const end = (reason: StreamEnd["reason"]): void => {
    if (!isOpen) return;
    isOpen = false;
    draining?.removeEventListener("abort", restart);
    metrics.countOpenStreams(operation, -1);
    stopping.abort(reason);
    settle({ reason, eventCount, byteCount });
  };
  const report = (thrown: unknown): void => {
    log({ level: "error", event: "event stream failed", requestId, traceId, operation, thrown });
  };
  metrics.countOpenStreams(operation, 1);
  draining?.addEventListener("abort", restart);
  if (draining?.aborted === true) restart();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        untakenSinceMs = Number.POSITIVE_INFINITY;
        try {
          const { done, value } = await events.next();
          if (!isOpen) return;
          if (done !== true) {
            const bytes = encoder.encode(value.text);
            untakenSinceMs = monotonicMs();
            controller.enqueue(bytes);
            eventCount += value.eventCount;
            byteCount += bytes.length;
            return;
          }
          if (value === "token" || value === "replaced") end(value);
          else end(draining?.aborted === true ? "restart" : "ended");
        } catch (thrown) {
          const isStopped = isAbort(thrown, stopping.signal);
          if (!isStopped) report(thrown);
          if (!isOpen) return;
          end(isStopped ? "restart" : "failed");
          void closeSource(events).catch(report);
        }
        // Not `controller.error`, because the adapter would write the message of the error to the reader.
        controller.close();
      },
      cancel: () => {
        end(monotonicMs() - untakenSinceMs > slowMsMax ? "slow" : "left");
        void closeSource(events).catch(report);
      },
    },
    // Nothing is asked for ahead of the reader.
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return c.body(body, 200, headers);
}

async function closeSource(events: AsyncIterator<unknown>): Promise<void> {
  await events.return?.();
}

/** Whether a source threw because its signal aborted, such as a timer that was given the signal. */
function isAbort(thrown: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (thrown === reason || (thrown instanceof Error && thrown.name === "AbortError"));
}

const encoder = new TextEncoder();

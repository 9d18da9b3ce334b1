/** One connection of the live stream, from its request to its end. */
import type { Bye, ByeEvent, LiveEvent as DocumentEvent, PingEvent } from "@trading-oms/types/companion";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError } from "./api-error.ts";
import { openStream } from "./open-stream.ts";
import { describeAnswer } from "./send.ts";
import type { ResolvedSettings } from "./settings.ts";

/**
 * An event of the stream, by its `event`. `hello` comes first, and again after each new connection; the full state follows
 * it. `ping` and `bye` are not passed on, nor are events that the document does not have yet.
 */
export type LiveEvent = Exclude<DocumentEvent, PingEvent | ByeEvent>;

/** How a connection ended. */
export type End = {
  /** The reason of the service, if it announced the end. */
  readonly bye?: Bye["reason"];
  /** How long the service asked to wait. */
  readonly pauseMs: number;
  /** Whether it lasted long enough that the next failure counts as the first one. */
  readonly hasStood: boolean;
  /** Why it did not begin. */
  readonly failure?: ApiError;
};

/** Of React Native's `fetch`, which has an answer only when it is complete, and so has none without an end. */
export const noBodies = "This fetch gives no bodies: pass one that does, such as that of expo/fetch.";

/** The service pings every 15 s, so three pings were missed. */
const silenceMsMax = 45_000;
const stoodMs = 15_000;

const passedOn: readonly unknown[] = ["hello", "market", "quote", "account", "notification"];

/**
 * Yields the events of a connection until it ends. `headers` are those of the next request: they get the place that was
 * reached in the notifications.
 *
 * @throws {@link ApiError} if the next connection would fail as well.
 */
export async function* readConnection(
  request: Request,
  settings: ResolvedSettings,
  headers: Headers,
  mustRefresh: boolean,
): AsyncGenerator<LiveEvent, End, undefined> {
  let body: ReadableStream<Uint8Array>;
  try {
    body = await openBody(request, settings, headers, mustRefresh);
  } catch (thrown) {
    const failure = thrown as ApiError;
    if (!request.signal.aborted && !mayPass(failure, mustRefresh)) throw failure;
    return { pauseMs: failure.retryAfterMs ?? 0, hasStood: false, failure };
  }
  const beganMs = settings.now();
  const hasStood = (): boolean => settings.now() - beganMs >= stoodMs;
  const frames: EventSourceMessage[] = [];
  let retryMs = 0;
  const parser = createParser({
    onEvent: (frame) => frames.push(frame),
    onRetry: (milliseconds) => {
      retryMs = milliseconds;
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (!request.signal.aborted) {
      const chunk = await readChunk(reader, request.signal, settings);
      if (chunk === undefined) break;
      parser.feed(decoder.decode(chunk, { stream: true }));
      for (const { id, event, data: text } of frames.splice(0)) {
        if (request.signal.aborted) break;
        const data = parseJson(text);
        if (!(data instanceof Object)) {
          throw new ApiError({ kind: "malformed", message: "An event is no JSON object.", raw: text });
        }
        if (event === "bye") {
          const { reason } = data as Bye;
          return { bye: reason, pauseMs: reason === "token" ? 0 : retryMs, hasStood: hasStood() };
        }
        const live = (id === undefined ? { event, data } : { event, id, data }) as LiveEvent;
        if (passedOn.includes(event) && isNew(live, headers)) yield live;
      }
    }
    return { pauseMs: 0, hasStood: hasStood() };
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Opens the stream. Keeps the token that was sent in `headers`, so that streams with one token share its refresh. */
async function openBody(
  request: Request,
  settings: ResolvedSettings,
  headers: Headers,
  mustRefresh: boolean,
): Promise<ReadableStream<Uint8Array>> {
  const response = await openStream(
    request,
    {
      ...settings,
      retries: 0,
      fetch: (attempt) => {
        const authorization = attempt.headers.get("Authorization");
        if (authorization) headers.set("Authorization", authorization);
        return settings.fetch(attempt);
      },
    },
    mustRefresh,
  );
  const { ok, body } = response;
  if (ok && body && response.headers.get("Content-Type")?.startsWith("text/event-stream")) return body;
  if (ok && !body) throw new ApiError({ kind: "malformed", status: response.status, message: noBodies });
  // A success that is no stream may have no end either.
  if (ok) body?.cancel().catch(() => {});
  const text = ok ? "" : await response.text();
  throw describeAnswer(response, parseJson(text) ?? text, settings.now(), "malformed");
}

/**
 * Whether another attempt may succeed: after a broken connection, 429 and 5xx except 501. A token function that fails
 * before the old token has ended is asked again.
 */
function mayPass({ kind, status = 0, retryable }: ApiError, mustRefresh: boolean): boolean {
  return (
    retryable || (status >= 500 && status !== 501) || (mustRefresh && kind === "unauthorized" && !status)
  );
}

/** Reads what arrives next. Returns undefined at the end, however it comes. */
async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  { wait }: ResolvedSettings,
): Promise<Uint8Array | undefined> {
  const finished = new AbortController();
  const finish = (): void => finished.abort();
  // An injected `fetch` may ignore its signal.
  signal.addEventListener("abort", finish);
  try {
    const chunk = await Promise.race([reader.read(), wait(silenceMsMax, finished.signal)]);
    return chunk?.value;
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener("abort", finish);
    finish();
  }
}

/** Moves the place in the notifications forward. Returns false for one that was passed on before. */
function isNew({ event, data }: LiveEvent, headers: Headers): boolean {
  const name = "Last-Event-ID";
  // A store that was restored may be behind the place that was sent; its notifications count from there.
  if (event === "hello" && data.hasNotifications) headers.set(name, String(data.place));
  if (event !== "notification") return true;
  if (data.id <= Number(headers.get(name))) return false;
  headers.set(name, String(data.id));
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

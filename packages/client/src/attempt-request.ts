import { ApiError } from "./api-error.ts";
import type { ResponseNote, Settled, TokenSource } from "./settings.ts";

/** Which attempt it is, whether the last token was answered with 401, and the body to send. */
export type Attempt = {
  readonly attempt: number;
  readonly refused: boolean;
  readonly body: ArrayBuffer | undefined;
};

/** Sends a request once and reads the whole answer, so that a line cut in the body is a failure of this attempt. */
export async function attemptRequest(
  request: Request,
  settled: Settled,
  { attempt, refused, body }: Attempt,
): Promise<Response | ApiError> {
  const { world, timeoutMs, beforeRequest, afterResponse } = settled;
  const note = { method: request.method, path: new URL(request.url).pathname, attempt };
  const headers = await authorize(request.headers, settled.token, refused);
  if (headers instanceof ApiError) return headers;
  beforeRequest(note);
  const beganMs = world.now();
  const outcome = await withDeadline(world.wait, timeoutMs, request.signal, async (signal) =>
    readWhole(await world.fetch(new Request(request, { headers, signal, ...(body && { body }) }))),
  );
  const durationMs = world.now() - beganMs;
  afterResponse({ ...note, durationMs, ...noteOf(outcome) });
  return outcome;
}

async function authorize(
  given: Headers,
  source: TokenSource | undefined,
  refused: boolean,
): Promise<Headers | ApiError> {
  const headers = new Headers(given);
  if (source === undefined || headers.has("Authorization")) return headers;
  try {
    const token = typeof source === "function" ? await source({ refused }) : source;
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    return headers;
  } catch (cause) {
    return failure("unauthorized", "The token could not be had.", false, cause);
  }
}

/** Ends the work when the time is up or the caller aborts, and tells the two apart. */
async function withDeadline(
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  timeoutMs: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response | ApiError> {
  const control = new AbortController();
  const over = new AbortController();
  const follow = (): void => control.abort(caller.reason);
  caller.addEventListener("abort", follow, { once: true });
  if (caller.aborted) follow();
  let isLate = false;
  wait(timeoutMs, over.signal).then(
    () => {
      isLate = true;
      control.abort();
    },
    () => {},
  );
  const ended = new Promise<never>((_settle, reject) => {
    control.signal.addEventListener("abort", () => reject(control.signal.reason), { once: true });
  });
  try {
    if (caller.aborted) throw caller.reason;
    return await Promise.race([work(control.signal), ended]);
  } catch (cause) {
    if (caller.aborted) return failure("aborted", "The call was aborted.", false);
    if (isLate) return failure("timeout", `There was no answer within ${timeoutMs} ms.`, true);
    return failure("network", "There was no connection, or it broke.", true, cause);
  } finally {
    over.abort();
    caller.removeEventListener("abort", follow);
    ended.catch(() => {});
  }
}

/** The length and the encoding are those of the line, not of what has been read from it. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const { status, statusText } = response;
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

function noteOf(outcome: Response | ApiError): Pick<ResponseNote, "outcome" | "requestId"> {
  if (outcome instanceof Response) {
    return { outcome: outcome.status, requestId: outcome.headers.get("X-Request-Id") ?? undefined };
  }
  const { kind } = outcome;
  return { outcome: kind === "timeout" || kind === "aborted" ? kind : "network" };
}

function failure(kind: ApiError["kind"], message: string, retryable: boolean, cause?: unknown): ApiError {
  return Object.assign(new ApiError({ kind, message, retryable }), cause === undefined ? {} : { cause });
}

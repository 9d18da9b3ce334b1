import { ApiError, type ApiErrorKind, aborted } from "./api-error.ts";
import type { Settled } from "./settings.ts";

/** Which attempt it is, whether the last token was answered with 401, and the body to send. */
export type Attempt = {
  readonly attempt: number;
  readonly refused: boolean;
  readonly body: ArrayBuffer | null;
};

/** Sends a request once and reads the whole answer, so that a line cut in the body is a failure of this attempt. */
export async function attemptRequest(
  request: Request,
  settled: Settled,
  { attempt, refused, body }: Attempt,
): Promise<Response | ApiError> {
  const { world, token, beforeRequest, afterResponse } = settled;
  const headers = new Headers(request.headers);
  try {
    const text = headers.has("Authorization") ? undefined : await token?.({ refused });
    if (text !== undefined) headers.set("Authorization", `Bearer ${text}`);
  } catch (cause) {
    return new ApiError({ kind: "unauthorized", message: "The token could not be had.", cause });
  }
  const note = { method: request.method, path: new URL(request.url).pathname, attempt };
  beforeRequest?.(note);
  const beganMs = world.now();
  const outcome = await withDeadline(settled, request.signal, async (signal) => {
    const response = await world.fetch(new Request(request, { headers, signal, body }));
    const whole = await response.arrayBuffer();
    return new Response(whole.byteLength ? whole : null, response);
  });
  const told =
    outcome instanceof ApiError
      ? { outcome: outcome.kind }
      : { outcome: outcome.status, requestId: outcome.headers.get("X-Request-Id") ?? undefined };
  afterResponse?.({ ...note, durationMs: world.now() - beganMs, ...told });
  return outcome;
}

/** Ends the work when the time is up or the caller aborts, and tells the two apart. */
async function withDeadline(
  { world, timeoutMs }: Settled,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response | ApiError> {
  const late = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([caller, late.signal]);
  world
    .wait(timeoutMs, over.signal)
    .then(() => late.abort())
    .catch(() => {});
  try {
    signal.throwIfAborted();
    // Not every fetch that is handed in listens to its signal.
    const ended = new Promise<never>((_settle, reject) => {
      signal.addEventListener("abort", reject);
    });
    return await Promise.race([work(signal), ended]);
  } catch (cause) {
    if (caller.aborted) return aborted();
    const [kind, message]: [ApiErrorKind, string] = late.signal.aborted
      ? ["timeout", `There was no answer within ${timeoutMs} ms.`]
      : ["network", "There was no connection, or it broke."];
    return new ApiError({ kind, message, retryable: true, cause });
  } finally {
    over.abort();
  }
}

import { ApiError, aborted } from "./api-error.ts";
import type { Settled } from "./settings.ts";

/** What came of an attempt. Each has the other's members as undefined, so that both can be asked alike. */
export type Outcome =
  | (Response & { readonly kind?: undefined; readonly retryable?: undefined })
  | (ApiError & { readonly headers?: undefined });

/** Sends a request once and reads the whole answer, so that a line cut in the body is a failure of this attempt. */
export async function attemptRequest(
  request: Request,
  attempt: number,
  token: string | undefined,
  settled: Settled,
): Promise<Outcome> {
  const { method, url, signal } = request;
  const { fetch, timeoutMs } = settled;
  const note = { method, path: new URL(url).pathname, attempt };
  settled.beforeRequest?.(note);
  const beganMs = settled.now();
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const answer = async (): Promise<Response> => {
    const response = await fetch(new Request(request.clone(), { signal: either }));
    const text = await response.text();
    // A server, or a proxy before it, may quote the token in its error; whoever logs the error must not log the token.
    // In data, a short token might stand by accident, and one that guards anything is long.
    const safe = token?.[response.ok ? 15 : 0] ? text.replaceAll(token, "[token]") : text;
    return new Response(safe || null, response);
  };
  // Not every fetch that is handed in listens to its signal, but the wait does.
  const outcome: Outcome = await Promise.race([answer(), settled.wait(timeoutMs, either)]).then(
    (response) =>
      response ??
      new ApiError({ kind: "timeout", message: `No answer within ${timeoutMs} ms.`, retryable: true }),
    (cause: unknown) =>
      signal.aborted
        ? aborted()
        : new ApiError({ kind: "network", message: "The connection failed.", cause, retryable: true }),
  );
  over.abort();
  // A logger's fault must not make a failure of a cover that was done.
  void Promise.resolve({
    ...note,
    durationMs: settled.now() - beganMs,
    outcome: outcome.kind ?? outcome.status,
    requestId: outcome.headers?.get("X-Request-Id") ?? undefined,
  })
    .then(settled.afterResponse)
    .catch(() => {});
  return outcome;
}

import { ApiError, type ApiErrorKind, abortedError, readErrorBody } from "./api-error.ts";
import type { ResolvedSettings, TokenFunction } from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/**
 * Sends a request with retries. Returns the last answer of any status; throws an ApiError if there is no answer. With
 * `refused`, the token that the request has is refreshed first, as after a 401.
 */
export async function send(request: Request, settings: ResolvedSettings, refused = false): Promise<Response> {
  const { token, timeoutMs, waitMsMax, refresh } = settings;
  // The fetch of an older React Native leaves `signal` out, and its `URL` has no `pathname`.
  const { signal = new AbortController().signal, method, headers, url } = request;
  // All attempts of a cover have the same key, so that the service executes it once.
  if (method === "PATCH" && !headers.has("Idempotency-Key"))
    headers.set("Idempotency-Key", settings.makeKey());
  // GET and keyed PATCH may be repeated after each retryable failure, most POSTs only after 429 and 503 (not begun).
  const isRepeatable = method !== "POST" || settings.isIdempotent;
  for (let attempt = 1, repeat = 0; ; attempt += 1) {
    const note = { method, path: /\/\/[^/]*([^?]*)/.exec(url)?.[1] as string, attempt };
    // Before there is a listener, since it may throw.
    if (!signal.aborted) settings.beforeRequest?.(note);
    let accessToken: string | undefined;
    const finished = new AbortController();
    // Safari has `AbortSignal.any` only since 17.4. The listener is removed, because `signal` may live as long as the app.
    const finish = (): void => {
      finished.abort();
      signal.removeEventListener("abort", finish);
    };
    signal.addEventListener("abort", finish);
    // An injected `fetch` may ignore its signal, so the time-out is a race with `wait`.
    const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
      Promise.race([
        work,
        settings.wait(timeoutMs, finished.signal).then(() => {
          const message = `No answer within ${timeoutMs} ms.`;
          throw new ApiError({ kind: "timeout", message, retryable: true });
        }),
      ]);
    try {
      if (refused) {
        // Calls that failed with the same token share its refresh, even if it finished before the 401 of this one.
        const failed = headers.get("Authorization");
        if (!failed || failed !== refresh.failed || settings.now() > refresh.untilMs) {
          refresh.failed = failed;
          refresh.untilMs = settings.now() + timeoutMs;
          refresh.token = Promise.resolve({ refused }).then(token as TokenFunction);
        }
        accessToken = await inTime(refresh.token);
      } else accessToken = await (typeof token === "function" ? token({ refused }) : token);
      if (accessToken) headers.set("Authorization", `Bearer ${accessToken}`);
    } catch (cause) {
      finish();
      if (signal.aborted) throw abortedError();
      refresh.untilMs = 0;
      // If the token is not a valid header value, the error of the runtime quotes it, so it is not passed on.
      throw new ApiError({
        kind: "unauthorized",
        message: "No token.",
        cause: accessToken ? undefined : cause,
      });
    }
    if (signal.aborted) throw abortedError();
    const beganMs = settings.now();
    // Held outside of `readResponse`: Node passes a signal on by weak references, and `finished` would not close the connection
    // of a request that was collected.
    const sent = new Request(request.clone(), { signal: finished.signal });
    // Reads the whole body, so that a connection that breaks in it fails this attempt.
    const readResponse = async (): Promise<Response> => {
      const response = await settings.fetch(sent);
      const text = await response.text();
      // A server or proxy may quote the token in an error body, and errors are logged, so the token is removed.
      // In a success, only tokens of 16 characters or more are removed: a shorter one may match data by accident.
      const safe = accessToken?.[response.ok ? 15 : 0] ? text.replaceAll(accessToken, "[token]") : text;
      return new Response(safe || null, response);
    };
    const outcome: Outcome = await inTime(readResponse()).catch((cause: unknown) =>
      signal.aborted
        ? abortedError()
        : cause instanceof ApiError
          ? cause
          : new ApiError({ kind: "network", message: "No connection.", cause, retryable: true }),
    );
    finish();
    // An error of the hook must not fail a call that succeeded.
    void Promise.resolve({
      ...note,
      durationMs: settings.now() - beganMs,
      outcome: outcome.kind ?? outcome.status,
      requestId: outcome.headers?.get("X-Request-Id") ?? undefined,
    })
      .then(settings.afterResponse)
      .catch(() => {});
    const { status } = outcome;
    refused = status === 401 && typeof token === "function" && !refused;
    if (refused) continue;
    const mayRepeat = outcome.retryable
      ? isRepeatable
      : (isRepeatable ? retryableStatuses : [429, 503]).includes(status as number);
    const retryAfterMs = readRetryAfter(outcome, settings.now()) ?? 0;
    if (!(mayRepeat && repeat < settings.retries && retryAfterMs <= waitMsMax)) {
      if (outcome.kind) throw outcome;
      return outcome;
    }
    // Full jitter: clients that failed at the same time retry at different times.
    await settings
      .wait(retryAfterMs + settings.random() * Math.min(waitMsMax, 250 * 2 ** repeat), signal)
      .catch(() => {});
    repeat += 1;
  }
}

/** The result of an attempt. Members of the other variant are undefined, so that they can be read without narrowing. */
type Outcome =
  | (Response & { readonly kind?: undefined; readonly retryable?: undefined })
  | (ApiError & { readonly headers?: undefined });

/** A result of openapi-fetch, as `GET`, `POST`, `PATCH` and `request` return it. */
export type FetchResult = { readonly response: Response; readonly data?: unknown; readonly error?: unknown };

/**
 * Returns the error of a call by path, or undefined if the call succeeded. An error status is an error even if it has no
 * body, and so is a 200 that reports a refusal (`success: false`, `status: "failed"`, `isSuccess: false`).
 *
 * @example
 * ```ts
 * import { createClient, toApiError } from "@trading-oms/client";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * const result = await client.PATCH("/api/v1/users/covered-margin-call", {
 *   body: { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 },
 * });
 * const failure = toApiError(result);
 * if (failure) throw failure;
 * console.log(result.data?.newCoveredMarginCall);
 * ```
 */
export function toApiError(
  { response, data, error }: FetchResult,
  nowMs: number = runtimeWorld.now(),
): ApiError | undefined {
  const { success, isSuccess, status } = Object(data);
  const isFailure = [response.ok, success, isSuccess, status !== "failed"].includes(false);
  return isFailure ? describeAnswer(response, error ?? data, nowMs) : undefined;
}

/**
 * Returns the data of an answer that openapi-fetch did not parse (`parseAs: "text"`), or throws an ApiError. A success
 * must be a JSON object; if `list` is given, that member must be an array.
 */
export function readAnswer(
  { response, data: text, error }: FetchResult,
  nowMs: number,
  list: string | undefined,
): Record<string, unknown> {
  let data: Record<string, unknown> | undefined;
  try {
    data = JSON.parse(text as string);
  } catch {
    // Reported as malformed below, like a body of another shape.
  }
  const failure = toApiError({ response, data, error }, nowMs);
  if (failure) throw failure;
  if (data instanceof Object && Array.isArray(list ? data[list] : data) === !!list) return data;
  throw describeAnswer(response, data ?? text, nowMs, "malformed");
}

/** Makes an error of an answer with a body of any shape. `okKind` is the kind if the status is a success. */
export function describeAnswer(
  response: Response,
  raw: unknown,
  nowMs: number,
  okKind: ApiErrorKind = "refused",
): ApiError {
  const { status, ok } = response;
  return new ApiError({
    ...readErrorBody(raw, response),
    kind: kinds[status] ?? (ok ? okKind : status >= 500 ? "server" : "unexpected"),
    status,
    retryable: retryableStatuses.includes(status),
    retryAfterMs: readRetryAfter(response, nowMs),
    raw,
  });
}

/** Reads `Retry-After`, which is in seconds or a date, as milliseconds. Invalid values are ignored. */
function readRetryAfter(
  { headers }: { readonly headers?: Headers | undefined },
  nowMs: number,
): number | undefined {
  const header = headers?.get("Retry-After") as string;
  const waitMs = Number(header) * 1000 || Date.parse(header) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  404: "not-found",
  429: "rate-limited",
};

/** Statuses after which the same call may succeed. */
const retryableStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

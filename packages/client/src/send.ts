import { ApiError, type ApiErrorKind, aborted, readErrorBody } from "./api-error.ts";
import type { Settled } from "./settings.ts";

const firstWaitMs = 250;

/** Sends a request as often as it takes and as it may be sent; throws an ApiError where no answer came of it. */
export async function send(request: Request, settled: Settled): Promise<Response> {
  const { token, waitMsMax } = settled;
  const { method, headers, signal } = request;
  // A cover has one key for all of its attempts, so that it happens once however often it is sent.
  if (method === "PATCH" && !headers.has("Idempotency-Key"))
    headers.set("Idempotency-Key", settled.makeKey());
  // Reading may be repeated always, a change under its key, and anything else only where it did not begin.
  const isSafe = method !== "POST";
  let refused = false;
  for (let attempt = 1, repeat = 0; ; attempt += 1) {
    let text: string | undefined;
    try {
      text = typeof token === "function" ? await token({ refused }) : token;
      if (text) headers.set("Authorization", `Bearer ${text}`);
    } catch (cause) {
      // What the runtime says of a token that no header can carry would quote it.
      throw new ApiError({ kind: "unauthorized", message: "No token.", cause: text ? undefined : cause });
    }
    if (signal.aborted) throw aborted();
    const outcome = await attemptRequest(request, attempt, text, settled);
    const { status } = outcome;
    refused = status === 401 && typeof token === "function" && !refused;
    if (refused) continue;
    const mayRepeat = outcome.retryable
      ? isSafe
      : (isSafe ? passingStatuses : [429, 503]).includes(status ?? 0);
    // Anything up to a bound that doubles, so that clients that failed together do not come back together.
    const backoffMs = settled.random() * Math.min(waitMsMax, firstWaitMs * 2 ** repeat);
    const askedMs = readRetryAfter(outcome, settled.now()) ?? 0;
    if (!(mayRepeat && repeat < settled.retries && askedMs <= waitMsMax)) {
      if (outcome instanceof ApiError) throw outcome;
      return outcome;
    }
    repeat += 1;
    await settled.wait(askedMs + backoffMs, signal).catch(() => {});
  }
}

/** What came of an attempt. Each has the other's members as undefined, so that both can be asked alike. */
type Outcome =
  | (Response & { readonly kind?: undefined; readonly retryable?: undefined })
  | (ApiError & { readonly headers?: undefined });

/** Sends a request once and reads the whole answer, so that a line cut in the body is a failure of this attempt. */
async function attemptRequest(
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

/** What openapi-fetch makes of an answer: an error that is read already, or a success that is not. */
export type Answer = { readonly response: Response; readonly error?: unknown };

/**
 * The data of an answer; an ApiError is thrown for everything that is not the success that was promised, such as
 * one without the list that its reader would walk through.
 */
export async function readAnswer(
  { response, error }: Answer,
  settled: Settled,
  list: string | undefined,
): Promise<unknown> {
  if (!response.ok) throw readFailure(response, error, settled);
  const text = await response.text();
  let body: Readonly<Record<string, unknown>> | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // A body that is no JSON is malformed, as one of another shape is.
  }
  if (body?.["success"] === false || body?.["isSuccess"] === false || body?.["status"] === "failed") {
    throw readFailure(response, body, settled);
  }
  if (body instanceof Object && Array.isArray(list ? body[list] : body) === !!list) return body;
  throw readFailure(response, body ?? text, settled, "malformed");
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  404: "not-found",
  429: "rate-limited",
};

/** Makes the error of an answer that is not a success, or of a success that says no, whatever shape its body has. */
function readFailure(
  response: Response,
  raw: unknown,
  { now }: Settled,
  okKind: ApiErrorKind = "refused",
): ApiError {
  const { status, ok } = response;
  return new ApiError({
    ...readErrorBody(raw, response),
    kind: kinds[status] ?? (ok ? okKind : status >= 500 ? "server" : "unexpected"),
    status,
    retryable: passingStatuses.includes(status),
    retryAfterMs: readRetryAfter(response, now()),
    raw,
  });
}

/** How long a `Retry-After` asks to wait, in milliseconds; it holds seconds or a date, and nonsense asks for nothing. */
function readRetryAfter(
  { headers }: { readonly headers?: Headers | undefined },
  todayMs: number,
): number | undefined {
  const header = headers?.get("Retry-After") as string;
  const waitMs = Number(header) * 1000 || Date.parse(header) - todayMs;
  return waitMs > 0 ? waitMs : undefined;
}

/** The statuses that may well be another when the same call is made again. */
const passingStatuses: readonly number[] = [408, 429, 500, 502, 503, 504];

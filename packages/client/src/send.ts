import { ApiError, aborted } from "./api-error.ts";
import { attemptRequest } from "./attempt-request.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readRetryAfter } from "./read-retry-after.ts";
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

import { ApiError, aborted } from "./api-error.ts";
import { attemptRequest } from "./attempt-request.ts";
import { chooseWait } from "./choose-wait.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import type { Settled } from "./settings.ts";

/** Sends a request as often as it takes and as it may be sent; throws an ApiError where no answer came of it. */
export async function send(request: Request, settled: Settled): Promise<Response> {
  const { world, retries, waitMsMax } = settled;
  // A cover has one key for all of its attempts, so that it happens once however often it is sent.
  if (request.method === "PATCH" && !request.headers.has("Idempotency-Key")) {
    request.headers.set("Idempotency-Key", world.makeKey());
  }
  // A body can be read once, and every attempt needs it.
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  let refused = false;
  let repeat = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptRequest(request, settled, { attempt, refused, body });
    const answer = outcome instanceof ApiError ? undefined : outcome;
    if (answer?.status === 401 && settled.canRenewToken && !refused) {
      refused = true;
      continue;
    }
    const waitMs = chooseWait(repeat, answer && readRetryAfter(answer, world.today()), world.random());
    if (repeat >= retries || !mayRepeat(request, outcome) || waitMs > waitMsMax) {
      if (answer) return answer;
      throw outcome;
    }
    repeat += 1;
    await world.wait(waitMs, request.signal).catch(() => Promise.reject(aborted()));
  }
}

/** Reading may be repeated always, a change under its key, and anything else only where it did not begin. */
function mayRepeat({ method, headers }: Request, outcome: Response | ApiError): boolean {
  const isSafe = method === "GET" || headers.has("Idempotency-Key");
  if (outcome instanceof ApiError) return outcome.retryable && isSafe;
  return isSafe ? passingStatuses.includes(outcome.status) : [429, 503].includes(outcome.status);
}

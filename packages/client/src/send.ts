import { ApiError } from "./api-error.ts";
import { attemptRequest } from "./attempt-request.ts";
import { chooseWait } from "./choose-wait.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import type { Settled } from "./settings.ts";

/** The statuses by which a service says that it did not begin. */
const untouchedStatuses: ReadonlySet<number> = new Set([429, 503]);

/** Sends a request as often as it takes and as it may be sent; throws an ApiError where no answer came of it. */
export async function send(request: Request, settled: Settled): Promise<Response> {
  const { world, retries, waitMsMax, token } = settled;
  const keyed = withIdempotencyKey(request, world.makeKey);
  // A body can be read once, and every attempt needs it.
  const body = keyed.method === "GET" ? undefined : await keyed.arrayBuffer();
  let refused = false;
  let repeat = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptRequest(keyed, settled, { attempt, refused, body });
    const isRefused = outcome instanceof Response && outcome.status === 401;
    if (isRefused && typeof token === "function" && !refused) {
      refused = true;
      continue;
    }
    const retryAfterMs = retryAfterOf(outcome, world.today());
    const waitMs = chooseWait(repeat, retryAfterMs, world.random());
    if (repeat >= retries || !mayRepeat(keyed, outcome) || waitMs > waitMsMax) return settleOutcome(outcome);
    repeat += 1;
    await world.wait(waitMs, request.signal).catch(() => {
      throw new ApiError({ kind: "aborted", message: "The call was aborted while it waited to try again." });
    });
  }
}

/** A cover has one key for all of its attempts, so that it happens once however often it is sent. */
function withIdempotencyKey(request: Request, makeKey: () => string): Request {
  if (request.method !== "PATCH" || request.headers.has("Idempotency-Key")) return request;
  const keyed = new Request(request);
  keyed.headers.set("Idempotency-Key", makeKey());
  return keyed;
}

/** Reading may be repeated always, a change under its key, and anything else only where it did not begin. */
function mayRepeat(request: Request, outcome: Response | ApiError): boolean {
  const isSafe = request.method === "GET" || request.headers.has("Idempotency-Key");
  if (outcome instanceof ApiError) return outcome.retryable && isSafe;
  return passingStatuses.has(outcome.status) && (isSafe || untouchedStatuses.has(outcome.status));
}

function retryAfterOf(outcome: Response | ApiError, todayMs: number): number | undefined {
  return outcome instanceof Response
    ? readRetryAfter(outcome.headers.get("Retry-After"), todayMs)
    : undefined;
}

function settleOutcome(outcome: Response | ApiError): Response {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

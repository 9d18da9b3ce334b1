import { ApiError, type ApiErrorKind } from "./api-error.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readErrorBody } from "./read-error-body.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import type { Settled } from "./settings.ts";

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  200: "refused",
  400: "invalid",
  401: "unauthorized",
  404: "not-found",
  422: "invalid",
  429: "rate-limited",
};

/** Makes the error of an answer that is not a success, or of a success that says no, whatever shape its body has. */
export function readFailure(response: Response, raw: unknown, { hide, world }: Settled): ApiError {
  const { status, headers, ok } = response;
  const { message, code, requestId, fieldErrors } = readErrorBody(raw, hide);
  return new ApiError({
    kind: kinds[status] ?? (ok ? "refused" : status >= 500 ? "server" : "unexpected"),
    status,
    message: message ?? (ok ? "The service refused without a reason." : `The service answered ${status}.`),
    code: ok ? undefined : code,
    fieldErrors,
    requestId: headers.get("X-Request-Id") ?? requestId,
    retryable: passingStatuses.includes(status),
    retryAfterMs: readRetryAfter(response, world.today()),
    raw,
  });
}

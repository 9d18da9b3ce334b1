import { ApiError, type ApiErrorKind } from "./api-error.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readErrorBody } from "./read-error-body.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import type { Settled } from "./settings.ts";

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  404: "not-found",
  429: "rate-limited",
};

/** Makes the error of an answer that is not a success, or of a success that says no, whatever shape its body has. */
export function readFailure(
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

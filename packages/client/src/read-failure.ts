import { ApiError, type ApiErrorKind } from "./api-error.ts";
import { passingStatuses } from "./passing-statuses.ts";
import { readErrorBody } from "./read-error-body.ts";
import { readRetryAfter } from "./read-retry-after.ts";

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  404: "not-found",
  422: "invalid",
  429: "rate-limited",
};

/** What reading an answer needs beside the answer: how to keep tokens out of texts, and the time in Unix milliseconds. */
export type Reading = { readonly hide: (text: string) => string; readonly todayMs: number };

/** Makes the error of an answer that is not a success, whatever shape its body has. */
export function readFailure(response: Response, body: unknown, { hide, todayMs }: Reading): ApiError {
  const { status, headers } = response;
  const read = readErrorBody(body, hide);
  return new ApiError({
    kind: kinds[status] ?? (status >= 500 ? "server" : "unexpected"),
    status,
    message: read.message ?? `The service answered ${status}.`,
    code: read.code,
    fieldErrors: read.fieldErrors,
    requestId: headers.get("X-Request-Id") ?? read.requestId,
    retryable: passingStatuses.has(status),
    retryAfterMs: readRetryAfter(headers.get("Retry-After"), todayMs),
    raw: body,
  });
}

/** Makes the error of a success that says no. */
export function readRefusal(response: Response, body: unknown, { hide }: Reading): ApiError {
  const read = readErrorBody(body, hide);
  return new ApiError({
    kind: "refused",
    status: response.status,
    message: read.message ?? read.code ?? "The service refused without a reason.",
    fieldErrors: read.fieldErrors,
    requestId: response.headers.get("X-Request-Id") ?? read.requestId,
    raw: body,
  });
}

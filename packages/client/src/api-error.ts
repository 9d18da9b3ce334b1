/** Why a call failed, from the point of view of what can be done about it. */
export type ApiErrorKind =
  /** The request is not valid; `fieldErrors` names what to mend. */
  | "invalid"
  /** The token is missing, expired or not acceptable. */
  | "unauthorized"
  /** What was asked for does not exist, or is not for this user to know of. */
  | "not-found"
  /** Too many requests. */
  | "rate-limited"
  /** A rule of the business says no, in a 200; `raw` holds the whole answer. */
  | "refused"
  /** The service, or a gateway before it, failed. */
  | "server"
  /** Another status, such as 405 or 413. */
  | "unexpected"
  /** A success whose body is not what the interface promises. */
  | "malformed"
  /** No answer in time. */
  | "timeout"
  /** No connection, or one that broke. */
  | "network"
  /** The caller's own signal ended the call. */
  | "aborted";

/** What an error may say beside its kind and its message. */
export type ApiErrorFields = {
  readonly kind: ApiErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly raw?: unknown;
  readonly cause?: unknown;
};

/**
 * The one kind of error that a call ends with, whatever went wrong.
 *
 * @example
 * try {
 *   await client.setCoveredMarginCall({ accountId, symbol, amount });
 * } catch (failure) {
 *   if (failure instanceof ApiError && failure.kind === "refused") show(failure.message);
 *   else throw failure;
 * }
 */
export class ApiError extends Error {
  declare readonly kind: ApiErrorKind;
  /** The HTTP status, where there was an answer. */
  declare readonly status: number | undefined;
  /** The service's stable code, such as `not_found`. */
  declare readonly code: string | undefined;
  /** The messages for each field of the request that is not valid. */
  declare readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** The id to quote when asking for help. */
  declare readonly requestId: string | undefined;
  /** Whether the same call may well succeed later. */
  declare readonly retryable: boolean;
  /** How long the service asked to wait before trying again. */
  declare readonly retryAfterMs: number | undefined;
  /** The body as it arrived. Loggers and JSON.stringify pass it over, because it may hold somebody's data. */
  get raw(): unknown {
    return this.#raw;
  }
  readonly #raw: unknown;

  constructor({ raw, ...fields }: ApiErrorFields) {
    super(fields.message, fields);
    Object.assign(this, { name: "ApiError", fieldErrors: {}, retryable: false }, fields);
    this.#raw = raw;
  }
}

/** The error of a call that its caller ended. */
export function aborted(): ApiError {
  return new ApiError({ kind: "aborted", message: "Aborted." });
}

/** The reason why a call failed. Each kind needs a different reaction of the caller. */
export type ApiErrorKind =
  /** 400, or what cannot be sent: an image that is too large, a cover without a key. `fieldErrors` has the fields to correct. */
  | "invalid"
  /** The token is missing, expired or rejected. */
  | "unauthorized"
  /** The resource does not exist, or this user may not see it. */
  | "not-found"
  /** Too many requests. */
  | "rate-limited"
  /** A 200 that reports a refusal, such as a cover above the trading power. `raw` has the whole answer. */
  | "refused"
  /** A status of 500 or above, from the service or a gateway. */
  | "server"
  /** Any other status, such as 405 or 413. */
  | "unexpected"
  /** A 200 whose body does not have the promised form, or that has none where a stream needs one. */
  | "malformed"
  /** No complete answer within `timeoutMs`. */
  | "timeout"
  /** The connection could not be opened, or broke. */
  | "network"
  /** The `signal` of the call was aborted. */
  | "aborted";

/** The members from which an {@link ApiError} is made. */
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
 * The only error that a call throws. No text of it contains the token.
 *
 * @example
 * ```ts
 * import { ApiError, createClient } from "@trading-oms/client";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * try {
 *   await client.setCoveredMarginCall({ accountId: "888C000017", symbol: "FPT", amount: 2_000_000 });
 * } catch (failure) {
 *   if (!(failure instanceof ApiError) || failure.kind !== "refused") throw failure;
 *   console.log(failure.message);
 * }
 * ```
 */
export class ApiError extends Error {
  /** What went wrong, from a closed list. */
  declare readonly kind: ApiErrorKind;
  /** The HTTP status, if there was an answer. */
  declare readonly status: number | undefined;
  /** The stable code of the service, such as `not_found`; of a cover that is refused, such as `above_trading_power`. */
  declare readonly code: string | undefined;
  /** The messages for each invalid field of the request; empty if the answer names none. */
  declare readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** The id of the request in the service's logs. Quote it when you ask for help. */
  declare readonly requestId: string | undefined;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** The wait that the service asked for before the next attempt, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The body of the answer. It may contain personal data, so loggers and `JSON.stringify` do not show it. */
  get raw(): unknown {
    return this.#raw;
  }
  readonly #raw: unknown;

  constructor({ raw, ...fields }: ApiErrorFields) {
    super(fields.message, fields);
    Object.assign(this, { name: "ApiError", fieldErrors: {}, retryable: false }, fields);
    this.#raw = raw;
  }

  /** The members for `JSON.stringify`, which leaves out the `message` of an `Error`. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** Makes the error of an aborted call. */
export function abortedError(): ApiError {
  return new ApiError({ kind: "aborted", message: "Aborted." });
}

/** The members that error bodies of all shapes have in common. */
type ErrorSummary = {
  readonly message: string;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
};

/** Reads an error body of any documented shape, and as much as possible of any other. Never throws. */
export function readErrorBody(body: unknown, { status, ok, headers }: Response): ErrorSummary {
  // Short plain text is a message; HTML of a proxy and long text are not.
  const [plain] = /^[^<].{0,500}$/s.exec((!ok && firstOf(body)) || "") ?? [];
  const { message, code, error, detail, details, title, errors, type, ui, requestid, traceid } =
    membersOf(body);
  const nested = membersOf(error);
  const flow = membersOf(ui);
  const fields: Record<string, string[]> = Object.create(null);
  for (const each of [errors, details, flow["nodes"]]) {
    for (const [key, entry] of Object.entries(each instanceof Object && each)) {
      const { field, attributes, messages } = membersOf(entry);
      const named = Array.isArray(each) ? firstOf(field, membersOf(attributes)["name"]) : key;
      if (named) fields[named] = [...(fields[named] ?? []), ...textsOf(messages ?? entry)];
    }
  }
  return {
    message:
      firstOf(
        plain,
        message,
        nested["message"],
        nested["reason"],
        detail,
        details,
        title,
        textsOf(flow["messages"])[0],
        error,
      ) ?? `The service answered ${status}.`,
    // `type` is an error code only in a problem. In a self-service flow (`ui`) it is the kind of flow.
    code: ok ? firstOf(headers.get("OMS-Refusal"), code) : firstOf(error, nested["id"], ui ?? type),
    requestId: firstOf(headers.get("X-Request-Id"), requestid, traceid),
    fieldErrors: { ...fields },
  };
}

/** The members by lower-case name, because servers differ in the case of error members. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  const members = Object.entries(value instanceof Object && value);
  return Object.fromEntries(members.map(([name, member]) => [name.toLowerCase(), member]));
}

/** Reads the messages of a string, of a list of strings, or of objects with a `text` or `message`. */
function textsOf(messages: unknown): string[] {
  return [messages]
    .flat()
    .flatMap((each) => firstOf(each, membersOf(each)["text"], membersOf(each)["message"]) ?? []);
}

function firstOf(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((each): each is string => typeof each === "string" && each.trim() !== "")?.trim();
}

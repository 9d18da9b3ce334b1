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

/** What the bodies of errors have in common, once their shapes are gone. */
type ErrorWords = {
  readonly message: string;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
};

/** Reads an error of any of the agreed shapes, and makes the best of any other; it never throws. */
export function readErrorBody(body: unknown, { status, ok, headers }: Response): ErrorWords {
  // Plain text is a message, but a page of a proxy is none, and neither is a novel.
  const [plain] = /^[^<].{0,500}$/s.exec((!ok && firstOf(body)) || "") ?? [];
  const { message, error, detail, details, title, errors, type, ui, requestid, traceid } = membersOf(body);
  const nested = membersOf(error);
  const flow = membersOf(ui);
  const fields: Record<string, string[]> = Object.create(null);
  for (const each of [errors, details, flow["nodes"]]) {
    for (const [key, entry] of Object.entries(each instanceof Object ? each : {})) {
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
    // The type of a flow says what kind of flow it is, not what is wrong.
    code: ok ? undefined : firstOf(error, nested["id"], ui ?? type),
    requestId: firstOf(headers.get("X-Request-Id"), requestid, traceid),
    fieldErrors: { ...fields },
  };
}

/** Servers of several makes write these members in several cases. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  const members = value instanceof Object ? value : {};
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name.toLowerCase(), member]));
}

/** The texts of a text, of a list of texts, or of a list of objects that carry theirs under one of these names. */
function textsOf(messages: unknown): string[] {
  return [messages].flat().flatMap((each) => {
    const { text, message } = membersOf(each);
    return firstOf(each, text, message) ?? [];
  });
}

function firstOf(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((each): each is string => typeof each === "string" && each.trim() !== "")?.trim();
}

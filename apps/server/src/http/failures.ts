import type { TokenRefusalCode } from "@trading-oms/access";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Failure } from "../failure.ts";

type FailureOf<Code extends Failure["code"]> = Extract<Failure, { readonly code: Code }>;

/** The answer to a failure; without `body`, the body consists of `error`, `message`, `details` and `status`. */
type Rendered = {
  readonly status: ContentfulStatusCode;
  readonly error?: string;
  readonly message?: string;
  readonly details?: unknown;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

export function fail(c: Context, failure: Failure): Response {
  const { status, headers, body } = renderFailure(failure);
  return c.body(body, status, headers);
}

export function renderFailure(failure: Failure): {
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly body: string;
} {
  const render = table[failure.code] as (failure: Failure) => Rendered;
  const { status, error, message, details, body, headers } = render(failure);
  return {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
    body: JSON.stringify(body ?? { error, message, details, status }),
  };
}

/** Keeps the answer small, whatever was sent. */
const issuesMax = 20;

const inWords = new Intl.ListFormat("en-GB");

/** The only place where statuses and bodies of failures are chosen. */
const table: { readonly [Code in Failure["code"]]: (failure: FailureOf<Code>) => Rendered } = {
  no_such_path: () => notFound("There is no such path."),
  symbol_not_listed: ({ symbol }) => notFound(`The symbol ${symbol} is not listed.`),
  account_not_found: () => notFound("There is no such account."),
  position_not_found: () => notFound("There is no such position."),
  method_not_allowed: ({ method, allowed }) => ({
    status: 405,
    error: "method_not_allowed",
    message: `This path has no ${method}; it has ${inWords.format(allowed)}.`,
    headers: { Allow: allowed.join(", ") },
  }),
  token_refused: ({ reason }) => (reason === "keys_unavailable" ? notReady() : rejectToken(reason)),
  forbidden: () => ({
    status: 403,
    error: "forbidden",
    message: "The access token carries no role that allows this. Ask the issuer of the token for a role.",
  }),
  too_many_requests: ({ who, limit, waitS }) => ({
    status: 429,
    error: "too_many_requests",
    message: `The ${who} has used up ${limit} requests of this minute. Try again in ${inSeconds(waitS)}.`,
    headers: { "Retry-After": String(waitS) },
  }),
  too_many_streams: ({ addressLimit }) => ({
    status: 429,
    error: "too_many_streams",
    message:
      addressLimit === undefined
        ? "Streams without a token are too many. Send a token, or try again in 10 seconds."
        : `The address has ${addressLimit} streams open, which is the limit. Close one, or try again in 10 seconds.`,
    headers: { "Retry-After": "10" },
  }),
  not_implemented: () => ({
    status: 501,
    error: "not_implemented",
    message: "This deployment does not have this operation. Ask a server that has it.",
  }),
  request_malformed: () => ({
    status: 400,
    error: "bad_request",
    message: "This is not a request in HTTP/1.1.",
  }),
  host_unknown: () => ({
    status: 421,
    error: "misdirected_request",
    message:
      "This demonstration answers to localhost, to addresses and to its HOST alone. Use one of them, or run a server with keys of your own.",
  }),
  chunks_too_small: () => ({
    status: 400,
    error: "bad_request",
    message:
      "The body comes in too many small chunks. Send chunks of 128 bytes or more, or a Content-Length.",
  }),
  body_timeout: () => ({
    status: 408,
    error: "request_timeout",
    message: "The request took too long to arrive. Send it again, faster.",
  }),
  body_too_large: ({ bytesMax }) => ({
    status: 413,
    error: "body_too_large",
    message: `The body is too large. At most ${bytesMax} bytes are taken.`,
  }),
  body_not_json: () => ({
    status: 415,
    error: "unsupported_media_type",
    message: "The body has to be application/json; say so in Content-Type.",
  }),
  headers_too_large: () => ({
    status: 431,
    error: "headers_too_large",
    message: "The headers are too large. Send fewer or shorter ones.",
  }),
  invalid_request: ({ issues }) => {
    const details = issues.slice(0, issuesMax);
    const fields = details.map(({ field }) => field).join(", ");
    return {
      status: 400,
      error: "invalid_request",
      message: `The request is not valid: ${fields}.`,
      details,
    };
  },
  invalid_parameters: renderProblem,
  idempotency_key_reused: () => ({
    status: 400,
    error: "idempotency_key_reused",
    message: "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
    details: [{ field: "Idempotency-Key", message: "was sent before with another body" }],
  }),
  amounts_too_large: () => ({
    status: 500,
    error: "amounts_too_large",
    message:
      "A figure of this answer is beyond 9,007,199,254,740,991, the most that is counted exactly. Ask those who run the service to check its prices.",
  }),
  too_busy: () =>
    unavailable("There is too much to do, for all or for this account. Try again in 1 second.", 1),
  store_unavailable: () =>
    unavailable(
      "The data can't be reached. Try again in 1 second; a change under its Idempotency-Key is made once.",
      1,
    ),
  cards_queue_full: () => unavailable("The queue of cards is full. Try again in 5 seconds.", 5),
  card_decoder_unavailable: () =>
    unavailable("Identity cards can't be read at the moment. Try again in 5 seconds.", 5),
  card_reading_disabled: () =>
    unavailable("Identity cards are not read on this deployment. Send them to one that reads them.", 3_600),
  card_worker_crashed: () => ({
    status: 500,
    error: "card_reading_broke_off",
    message:
      "The reading of the card broke off, and nothing of it was kept. Send the card once more, or other photographs of it.",
  }),
  not_ready: notReady,
  unexpected: () => ({
    status: 500,
    error: "internal_error",
    message: "The service failed. Quote the request id when asking for help.",
  }),
};

function notFound(message: string): Rendered {
  return { status: 404, error: "not_found", message };
}

function notReady(): Rendered {
  return unavailable("The service is not ready. Try again in 1 second.", 1);
}

function unavailable(message: string, waitS: number): Rendered {
  return { status: 503, error: "unavailable", message, headers: { "Retry-After": String(waitS) } };
}

/** Renders the faults of each parameter as RFC 9457 problem details. */
function renderProblem({ issues, traceParent }: FailureOf<"invalid_parameters">): Rendered {
  const errors = Map.groupBy(issues.slice(0, issuesMax), ({ field }) => field);
  return {
    status: 400,
    headers: { "Content-Type": "application/problem+json; charset=utf-8" },
    body: {
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: `The request is not valid: ${[...errors.keys()].join(", ")}.`,
      traceId: traceParent,
      errors: Object.fromEntries([...errors].map(([field, all]) => [field, all.map((each) => each.message)])),
    },
  };
}

type AnsweredRefusal = Exclude<TokenRefusalCode, "keys_unavailable">;

/** The nested error that the document specifies for 401, with the challenge of RFC 6750. */
function rejectToken(refusal: AnsweredRefusal): Rendered {
  const { id, reason, message } = tokenFaults[refusal];
  const challenge =
    refusal === "token_missing" ? "" : `, error="invalid_token", error_description="${reason}"`;
  return {
    status: 401,
    headers: { "WWW-Authenticate": `Bearer realm="trading-oms"${challenge}` },
    body: { error: { id, code: 401, status: "Unauthorized", reason, message } },
  };
}

const tokenFaults: Readonly<Record<AnsweredRefusal, { id: string; reason: string; message: string }>> = {
  token_missing: {
    id: "token_missing",
    reason: "The request carries no access token.",
    message: "Send an access token in the Authorization header.",
  },
  token_malformed: {
    id: "token_malformed",
    reason: "The Authorization header holds no single well-formed access token.",
    message: "Send one token, as Authorization: Bearer <token>.",
  },
  token_expired: {
    id: "token_expired",
    reason: "The access token expired.",
    message: "Get a new access token and send the request again.",
  },
  token_not_yet_valid: {
    id: "token_not_yet_valid",
    reason: "The access token is not valid yet.",
    message: "Check the clock of the token's issuer, or wait until the token is valid.",
  },
  token_not_trusted: {
    id: "token_not_trusted",
    reason: "The access token is not one that this service trusts.",
    message: "Get an access token from this service's own issuer, for this service.",
  },
};

function inSeconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

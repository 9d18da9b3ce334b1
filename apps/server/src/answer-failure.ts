import type { TokenRefusalCode } from "@trading-oms/access";
import type { Answer } from "./answer.ts";
import type { Failure, Issue } from "./failure.ts";

type Rendered = {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A failure that has a body like those of all operations. */
type Usual = Exclude<Failure, { code: "invalid-parameters" }>;

/** As many as a person mends at a time; an answer stays small whatever was sent. */
const issuesMax = 20;

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" } as const;

/** Says how a failure is answered: the one place where statuses and bodies of failures are chosen. */
export function answerFailure(failure: Failure): Answer {
  if (failure.code === "token-refused" && failure.reason !== "keys-not-to-be-had") {
    return answerTokenRefusal(failure.reason);
  }
  if (failure.code === "invalid-parameters")
    return answerProblem(failure.issues.slice(0, issuesMax), failure.traceParent);
  const { status, error, message, details, headers } = render(failure);
  return {
    status,
    headers: { ...json, ...headers },
    body: JSON.stringify({ error, message, details, status }),
  };
}

/** What is wrong with each parameter, as problem details of RFC 9457. */
function answerProblem(issues: readonly Issue[], traceId: string): Answer {
  const errors = Map.groupBy(issues, ({ field }) => field);
  return {
    status: 400,
    headers: { ...json, "Content-Type": "application/problem+json; charset=utf-8" },
    body: JSON.stringify({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: `The request is not valid: ${[...errors.keys()].join(", ")}.`,
      traceId,
      errors: Object.fromEntries([...errors].map(([field, all]) => [field, all.map((each) => each.message)])),
    }),
  };
}

function render(failure: Usual): Rendered {
  switch (failure.code) {
    case "no-such-path":
      return { status: 404, error: "not_found", message: "There is no such path." };
    case "symbol-not-listed":
      return { status: 404, error: "not_found", message: `The symbol ${failure.symbol} is not listed.` };
    case "method-not-allowed":
      return {
        status: 405,
        error: "method_not_allowed",
        message: `This path has no ${failure.method}; it has ${inWords(failure.allowed)}.`,
        headers: { Allow: failure.allowed.join(", ") },
      };
    case "too-many-requests":
      return {
        status: 429,
        error: "too_many_requests",
        message: `The ${failure.who} has used up ${failure.limit} requests of this minute. Try again in ${inSeconds(failure.waitS)}.`,
        headers: { "Retry-After": String(failure.waitS) },
      };
    case "invalid-request": {
      const issues = failure.issues.slice(0, issuesMax);
      return {
        status: 400,
        error: "invalid_request",
        message: `The request is not valid: ${issues.map(({ field }) => field).join(", ")}.`,
        details: issues,
      };
    }
    case "token-refused":
    case "not-ready":
      return {
        status: 503,
        error: "unavailable",
        message: "The service is not ready. Try again in 1 second.",
        headers: { "Retry-After": "1" },
      };
    case "store-away":
      return {
        status: 503,
        error: "unavailable",
        message:
          "The data can't be reached. Try again in 1 second; a change under its Idempotency-Key is made once.",
        headers: { "Retry-After": "1" },
      };
    case "unexpected":
      return {
        status: 500,
        error: "internal_error",
        message: "The service failed. Quote the request id when asking for help.",
      };
    case "position-not-there":
    case "idempotency-key-reused":
    case "too-busy":
      return renderCover(failure);
    case "cards-queue-full":
    case "card-broke-off":
    case "cards-away":
    case "cards-not-read-here":
      return renderCard(failure);
    default:
      return renderTransport(failure);
  }
}

type Card = Extract<
  Failure,
  { code: "cards-queue-full" | "card-broke-off" | "cards-away" | "cards-not-read-here" }
>;

/** Why a card could not even be looked at. */
function renderCard({ code }: Card): Rendered {
  switch (code) {
    case "cards-queue-full":
      return {
        status: 503,
        error: "unavailable",
        message: "The queue of cards is full. Try again in 5 seconds.",
        headers: { "Retry-After": "5" },
      };
    case "card-broke-off":
      return {
        status: 500,
        error: "card_reading_broke_off",
        message:
          "The reading of the card broke off, and nothing of it was kept. Send the card once more, or other photographs of it.",
      };
    case "cards-away":
      return {
        status: 503,
        error: "unavailable",
        message: "Identity cards can't be read at the moment. Try again in 5 seconds.",
        headers: { "Retry-After": "5" },
      };
    case "cards-not-read-here":
      return {
        status: 503,
        error: "unavailable",
        message: "Identity cards are not read on this deployment. Send them to one that reads them.",
        headers: { "Retry-After": "3600" },
      };
  }
}

type Cover = Extract<Failure, { code: "position-not-there" | "idempotency-key-reused" | "too-busy" }>;

/** What is wrong with an order to cover, beyond its form. */
function renderCover(failure: Cover): Rendered {
  switch (failure.code) {
    case "position-not-there":
      return { status: 404, error: "not_found", message: "There is no such position." };
    case "idempotency-key-reused":
      return {
        status: 400,
        error: "idempotency_key_reused",
        message: "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
        details: [{ field: "Idempotency-Key", message: "was sent before with another body" }],
      };
    case "too-busy":
      return {
        status: 503,
        error: "unavailable",
        message: "There is too much to do, for all or for this account. Try again in 1 second.",
        headers: { "Retry-After": "1" },
      };
  }
}

type Transport = Extract<
  Failure,
  {
    code:
      | "body-too-large"
      | "body-not-json-type"
      | "body-late"
      | "chunks-too-small"
      | "request-malformed"
      | "headers-too-large";
  }
>;

/** What is wrong with how a request came, before anybody looks at what it says. */
function renderTransport(failure: Transport): Rendered {
  switch (failure.code) {
    case "request-malformed":
      return { status: 400, error: "bad_request", message: "This is not a request in HTTP/1.1." };
    case "chunks-too-small":
      return {
        status: 400,
        error: "bad_request",
        message:
          "The body comes in too many small chunks. Send chunks of 128 bytes or more, or a Content-Length.",
      };
    case "body-late":
      return {
        status: 408,
        error: "request_timeout",
        message: "The request took too long to arrive. Send it again, faster.",
      };
    case "body-too-large":
      return {
        status: 413,
        error: "body_too_large",
        message: `The body is too large. At most ${failure.bytesMax} bytes are taken.`,
      };
    case "body-not-json-type":
      return {
        status: 415,
        error: "unsupported_media_type",
        message: "The body has to be application/json; say so in Content-Type.",
      };
    case "headers-too-large":
      return {
        status: 431,
        error: "headers_too_large",
        message: "The headers are too large. Send fewer or shorter ones.",
      };
  }
}

type TokenFault = Exclude<TokenRefusalCode, "keys-not-to-be-had">;

const tokenFaults: Readonly<Record<TokenFault, { id: string; reason: string; message: string }>> = {
  "token-missing": {
    id: "token_missing",
    reason: "The request carries no access token.",
    message: "Send an access token in the Authorization header.",
  },
  "token-malformed": {
    id: "token_malformed",
    reason: "The Authorization header holds no single well-formed access token.",
    message: "Send one token, as Authorization: Bearer <token>.",
  },
  "token-expired": {
    id: "token_expired",
    reason: "The access token expired.",
    message: "Get a new access token and send the request again.",
  },
  "token-not-yet-valid": {
    id: "token_not_yet_valid",
    reason: "The access token is not valid yet.",
    message: "Check the clock of whoever issued it, or wait until it is valid.",
  },
  "token-not-trusted": {
    id: "token_not_trusted",
    reason: "The access token is not one that this service trusts.",
    message: "Get an access token from this service's own issuer, for this service.",
  },
};

/** A gateway's nested error, as the document has it for 401, with the challenge of RFC 6750. */
function answerTokenRefusal(refusal: TokenFault): Answer {
  const { id, reason, message } = tokenFaults[refusal];
  const challenge =
    refusal === "token-missing" ? "" : `, error="invalid_token", error_description="${reason}"`;
  return {
    status: 401,
    headers: { ...json, "WWW-Authenticate": `Bearer realm="trading-oms"${challenge}` },
    body: JSON.stringify({ error: { id, code: 401, status: "Unauthorized", reason, message } }),
  };
}

function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function inSeconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

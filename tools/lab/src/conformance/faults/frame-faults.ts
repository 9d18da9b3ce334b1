import { type Fault, type ProxiedRequest, withHeader, withoutHeader } from "./passage.ts";

/** Possible faults of a server in every operation. */
export const frameFaults: readonly Fault[] = [
  {
    name: "a 405 is without Allow",
    foundBy: "every.list-notifications-has-its-methods-alone",
    onAnswer: (answer) => (answer.status === 405 ? withoutHeader(answer, "allow") : answer),
  },
  {
    name: "a 401 is without WWW-Authenticate",
    foundBy: "every.list-notifications-wants-a-token",
    onAnswer: (answer) => withoutHeader(answer, "www-authenticate"),
  },
  {
    name: "a token whose algorithm is none is taken",
    foundBy: "every.forged-token-1-is-401",
    onRequest: (request, { user }) => (isUnsigned(request) ? withToken(request, user?.token) : request),
  },
  {
    name: "an expired token is taken",
    foundBy: "every.planned-tokens-rejected",
    onRequest: (request, { user, refusedTokens = {} }) =>
      request.headers["authorization"]?.endsWith(refusedTokens["expired"] ?? "\n") === true
        ? withToken(request, user?.token)
        : request,
  },
  {
    name: "every origin may read",
    foundBy: "every.cors-other-origin-denied",
    onAnswer: (answer) => withHeader(answer, "access-control-allow-origin", "*"),
  },
  {
    name: "errors have no request id",
    foundBy: "every.request-id",
    onAnswer: (answer) => (answer.status >= 400 ? withoutHeader(answer, "x-request-id") : answer),
  },
  {
    name: "validity is judged before the token",
    foundBy: "every.token-checked-before-type-and-validity",
    onRequest: (request, { user }) =>
      request.path.includes("limit=0") ? withToken(request, user?.token) : request,
  },
];

function withToken(request: ProxiedRequest, token = ""): ProxiedRequest {
  return withHeader(request, "authorization", `Bearer ${token}`);
}

function isUnsigned({ headers }: ProxiedRequest): boolean {
  const [, part = ""] = /^Bearer ([\w-]+)\./.exec(headers["authorization"] ?? "") ?? [];
  return Buffer.from(part, "base64url").toString().includes('"none"');
}

import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import type { Asked } from "./asked.ts";

/** What a browser may send along from another origin. */
const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, traceparent";

/** Answers a method that is none of a path's operations: the question of a browser, or a wrong method. */
export function answerOtherMethods(
  request: Asked,
  methods: readonly string[],
  corsOrigins: ReadonlySet<string>,
): Answer {
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  if (request.method !== "OPTIONS") {
    return answerFailure({ code: "method-not-allowed", method: request.method, allowed });
  }
  const headers: Record<string, string> = { Allow: allowed.join(", ") };
  const origin = request.headers.get("origin");
  if (origin !== null && corsOrigins.has(origin)) {
    headers["Access-Control-Allow-Methods"] = allowed.join(", ");
    headers["Access-Control-Allow-Headers"] = requestHeaders;
    headers["Access-Control-Max-Age"] = "600";
  }
  return { status: 204, headers, body: null };
}

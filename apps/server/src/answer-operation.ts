import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import type { Caller, Operation, Reply } from "./operation.ts";
import type { Allowance } from "./rate-limiter.ts";
import { planReading } from "./read-request.ts";
import type { ServerServices } from "./server-services.ts";
import { whenKnown } from "./when-known.ts";

/** Answers a request of one operation, whose method and path are known to be right; at once where nothing is waited for. */
export type AnswerOperation = (request: Request) => Answer | Promise<Answer>;

const nobody: Caller = { userId: "" };

const notReady: Reply<object> = { failure: { code: "not-ready" } };

/** Private to whoever's token opened it, and not to be kept by anybody on the way. */
const privateHeaders = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Authorization",
} as const;

/** Puts the checks before an operation in the order that the document promises: token, rate, validity. */
export function answerOperation(operation: Operation, services: ServerServices): AnswerOperation {
  const { route, serve } = operation;
  const read = planReading(route);
  const needsToken = (route.security?.length ?? 0) > 0;
  return (request) => {
    if (!needsToken) return answerTo(request, nobody);
    const verdict = services.verifier.verify(request.headers.get("authorization"));
    return whenKnown(verdict, (known) => {
      if (known.kind === "user") return answerTo(request, known);
      return answerFailure({ code: "token-refused", reason: known.code });
    });
  };

  function answerTo({ url, headers }: Request, caller: Caller): Answer | Promise<Answer> {
    const allowance = services.userLimiter?.take(caller.userId);
    if (allowance?.isAllowed === false) return withAllowance(refuseFor(allowance), allowance);
    const requested = read(url, headers);
    if (requested.kind === "faulty") {
      return withAllowance(answerFailure({ code: "invalid-request", issues: requested.issues }), allowance);
    }
    const reply = whenKnown(services.catchUp?.() ?? true, (isAtHand) =>
      isAtHand ? serve(requested.request, caller, services) : notReady,
    );
    return whenKnown(reply, (known) =>
      withAllowance("failure" in known ? answerFailure(known.failure) : answerBody(known.body), allowance),
    );
  }
}

function answerBody(body: object): Answer {
  return { status: 200, headers: privateHeaders, body: JSON.stringify(body) };
}

function refuseFor({ limit, resetS }: Allowance): Answer {
  return answerFailure({ code: "too-many-requests", who: "user", limit, waitS: resetS });
}

function withAllowance(answer: Answer, allowance: Allowance | undefined): Answer {
  if (allowance === undefined) return answer;
  const { limit, remaining, windowS, resetS } = allowance;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      RateLimit: `"user";r=${remaining};t=${resetS}`,
      "RateLimit-Policy": `"user";q=${limit};w=${windowS}`,
    },
  };
}

import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import type { Exchange } from "./exchange.ts";
import type { Caller, Operation, Reply } from "./operation.ts";
import type { Allowance } from "./rate-limiter.ts";
import { readJsonBody } from "./read-json-body.ts";
import { bodySchemaOf, planReading } from "./read-request.ts";
import type { ServerServices } from "./server-services.ts";
import { whenKnown } from "./when-known.ts";

/** Answers a request of one operation, whose method and path are known to be right; at once where nothing is waited for. */
export type AnswerOperation = (request: Request, exchange: Exchange) => Answer | Promise<Answer>;

const notReady: Reply<object> = { failure: { code: "not-ready" } };

/** Private to whoever's token opened it, and not to be kept by anybody on the way. */
const privateHeaders = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Authorization",
} as const;

/**
 * Puts the checks before an operation in the order that the document promises: token, rate, size and media type,
 * validity.
 */
export function answerOperation(operation: Operation, services: ServerServices): AnswerOperation {
  const { route, serve, bodyBytesMax } = operation;
  const read = planReading(route);
  const needsToken = (route.security?.length ?? 0) > 0;
  const hasBody = bodySchemaOf(route) !== undefined;
  return (request, { requestId }) => {
    if (!needsToken) return admit(request, { userId: "", requestId });
    const verdict = services.verifier.verify(request.headers.get("authorization"));
    return whenKnown(verdict, (known) => {
      if (known.kind === "user") return admit(request, { userId: known.userId, requestId });
      return { ...answerFailure({ code: "token-refused", reason: known.code }), reason: known.why };
    });
  };

  function admit(request: Request, caller: Caller): Answer | Promise<Answer> {
    const allowance = services.userLimiter?.take(caller.userId);
    if (allowance?.isAllowed === false) return withAllowance(refuseFor(allowance), allowance);
    const body = hasBody ? readJsonBody(request, bodyBytesMax) : noBody;
    return whenKnown(body, (known) => {
      const reply = "failure" in known ? known : answerTo(request, known.value, caller);
      return whenKnown(reply, (decided) => withAllowance(answerReply(decided), allowance));
    });
  }

  function answerTo(
    { url, headers }: Request,
    body: unknown,
    caller: Caller,
  ): Reply<object> | Promise<Reply<object>> {
    const requested = read(url, headers, body);
    if (requested.kind === "faulty") {
      return { failure: { code: "invalid-request", issues: requested.issues } };
    }
    return whenKnown(services.catchUp?.() ?? true, (isAtHand) =>
      isAtHand ? serve(requested.request, caller, services) : notReady,
    );
  }
}

const noBody = { value: undefined };

function answerReply(reply: Reply<object>): Answer {
  return "failure" in reply ? answerFailure(reply.failure) : answerBody(reply.body);
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

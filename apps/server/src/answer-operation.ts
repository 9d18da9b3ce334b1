import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerReply } from "./answer-reply.ts";
import { answerWithBody } from "./answer-with-body.ts";
import type { Asked } from "./asked.ts";
import type { Exchange } from "./exchange.ts";
import type { Operation, Reply } from "./operation.ts";
import type { BodyRead } from "./parse-json-body.ts";
import type { Allowance } from "./rate-limiter.ts";
import { bodySchemaOf, planReading } from "./read-request.ts";
import { renderTraceParent } from "./render-trace-parent.ts";
import type { ServerServices } from "./server-services.ts";
import { whenKnown } from "./when-known.ts";

/**
 * Answers a request of one operation, whose method and path are known to be right; at once where nothing is waited for.
 * The surroundings are what the runtime hands along with it.
 */
export type AnswerOperation = (
  request: Asked,
  exchange: Exchange,
  surroundings: unknown,
) => Answer | Promise<Answer>;

const notReady: Reply<object> = { failure: { code: "not-ready" } };

/** Whom a request counts against, by id or network, and what is left to them. */
export type Counted = {
  readonly who: "user" | "address";
  readonly sender: string;
  readonly allowance: Allowance | undefined;
};

/**
 * Puts the checks before an operation in the order that the document promises: token, rate, size and media type,
 * validity.
 */
export function answerOperation(operation: Operation, services: ServerServices): AnswerOperation {
  const { route, serve, ways, takeBody } = operation;
  const read = planReading(route, takeBody === undefined ? "body judged" : "body taken");
  const needsToken = (route.security?.length ?? 0) > 0;
  const hasBody = bodySchemaOf(route) !== undefined;
  const takeBodyOf = answerWithBody(operation, services);
  const addressLimiter = services.addressLimiters?.[route.operationId ?? ""];
  return (request, exchange, surroundings) => {
    if (!needsToken) {
      const sender = services.addressOf?.(request, surroundings) ?? "";
      return whenKnown(addressLimiter?.take(sender), (allowance) =>
        admit(request, exchange, "", { who: "address", sender, allowance }),
      );
    }
    const verdict = services.verifier.verify(request.headers.get("authorization"));
    return whenKnown(verdict, (known) => {
      if (known.kind === "user") {
        const { userId } = known;
        const taken = services.userLimiter?.take(userId);
        return whenKnown(taken, (allowance) =>
          admit(request, exchange, userId, { who: "user", sender: userId, allowance }),
        );
      }
      return { ...answerFailure({ code: "token-refused", reason: known.code }), reason: known.why };
    });
  };

  function admit(
    request: Asked,
    exchange: Exchange,
    userId: string,
    counted: Counted,
  ): Answer | Promise<Answer> {
    if (counted.allowance?.isAllowed === false) return withAllowance(refuseFor(counted), counted);
    const failure = services.judgeForwarded?.(request) ?? ways.judgeServices?.(services);
    if (failure !== undefined) return withAllowance(answerFailure(failure), counted);
    const answerBody = (body: BodyRead): Answer | Promise<Answer> => {
      const reply = "failure" in body ? body : replyTo(request, exchange, userId, body.value);
      return whenKnown(reply, (decided) => withAllowance(answerReply(decided, request), counted));
    };
    // A runtime makes less than a whole request only of those that have no body to be read.
    return hasBody ? takeBodyOf(request as Request, counted.sender, answerBody) : answerBody(noBody);
  }

  function replyTo(
    { url, headers }: Asked,
    { requestId, trace }: Exchange,
    userId: string,
    body: unknown,
  ): Reply<object> | Promise<Reply<object>> {
    const requested = read(url, headers, body);
    if (requested.kind === "faulty") {
      const { issues } = requested;
      return ways.tellsProblems
        ? { failure: { code: "invalid-parameters", issues, traceParent: renderTraceParent(trace) } }
        : { failure: { code: "invalid-request", issues } };
    }
    return whenKnown(services.catchUp?.() ?? true, (isAtHand) =>
      isAtHand ? serve(requested.request, { userId, requestId }, services) : notReady,
    );
  }
}

const noBody = { value: undefined };

export function refuseFor({ who, allowance }: Counted): Answer {
  const { limit = 0, resetS = 1 } = allowance ?? {};
  return answerFailure({ code: "too-many-requests", who, limit, waitS: resetS });
}

export function withAllowance(answer: Answer, { who, allowance }: Counted): Answer {
  if (allowance === undefined) return answer;
  const { limit, remaining, windowS, resetS } = allowance;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      RateLimit: `"${who}";r=${remaining};t=${resetS}`,
      "RateLimit-Policy": `"${who}";q=${limit};w=${windowS}`,
    },
  };
}

import type { z } from "@hono/zod-openapi";
import type { WrittenList } from "../operations/search-symbols/lists.ts";
import type { Asked, ServerServices } from "../services.ts";
import { type BodyRoom, readBodyBytes } from "./body-bytes.ts";
import { matchesTag } from "./documents.ts";
import { type Answer, answerFailure, type Failure } from "./failures.ts";
import { type BodyRead, parseJsonBody } from "./json-body.ts";
import type { Allowance } from "./rate-limits.ts";
import type { Exchange } from "./request-context.ts";
import { renderTraceParent } from "./traces.ts";
import { bodySchemaOf, planReading, type RequestOf, type Route } from "./validation.ts";

type Content<Responses> = Responses extends {
  readonly 200: { readonly content: { readonly "application/json": { readonly schema: infer Schema } } };
}
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : never
  : never;

/** A body that ends with a list that was written before, the only part of it that the weak validator is about. */
type WrittenBody = {
  readonly list: WrittenList;
  /** What stands before the list; asked only where somebody wants the body. */
  readonly write: () => string;
};

/** What an operation answers: the body of its 200, as a value or as bytes, or why not. */
export type Reply<Body> =
  | { readonly body: Body }
  | { readonly written: WrittenBody }
  | { readonly failure: Failure };

/** Who asks: the user whom a token names, by a request that has an id. */
export type Caller = { readonly userId: string; readonly requestId: string };

/** What an operation may have otherwise than the others. */
type OperationWays = {
  /** How large a body may be, where there is one. */
  readonly bodyBytesMax: number;
  /** Whether what is wrong with a request is told as problem details. */
  readonly tellsProblems: boolean;
  /** Other paths that are answered the same, of which the document says nothing. */
  readonly alsoAt: readonly string[];
  /** Why the operation can't be served by these services at all, before a body is read for it. */
  readonly judgeServices: ((services: ServerServices) => Failure | undefined) | undefined;
};

/** An operation of the document: its route, and how a request becomes a call of the domain and its outcome a body. */
export type Operation = {
  readonly route: Route;
  readonly ways: OperationWays;
  /** Makes of the bytes of a body what is served, in place of the route's schemas; left out, those judge it. */
  readonly takeBody: ((bytes: Uint8Array<ArrayBuffer>) => BodyRead) | undefined;
  readonly serve: (
    request: RequestOf<Route>,
    caller: Caller,
    services: ServerServices,
  ) => Reply<object> | Promise<Reply<object>>;
};

/** The size is more than enough for a few fields. */
const usualWays: OperationWays = {
  bodyBytesMax: 16_384,
  tellsProblems: false,
  alsoAt: [],
  judgeServices: undefined,
};

/** Puts an operation on its route, so that what it is given and what it answers have the route's types. */
export function operationOn<Given extends Route>(
  route: Given,
  serve: (
    request: RequestOf<Given>,
    caller: Caller,
    services: ServerServices,
  ) => Reply<Content<Given["responses"]>> | Promise<Reply<Content<Given["responses"]>>>,
  ways: Partial<OperationWays> = {},
): Operation {
  // What it is given was read by this very route.
  return {
    route: route as unknown as Route,
    ways: { ...usualWays, ...ways },
    takeBody: undefined,
    serve: serve as unknown as Operation["serve"],
  };
}

/** The same for an operation whose bodies are so large that it makes of them itself what it serves. */
export function operationOnLargeBody<Given extends Route, Taken>(
  route: Given,
  takeBody: (bytes: Uint8Array<ArrayBuffer>) => { readonly value: Taken } | { readonly failure: Failure },
  serve: (
    taken: Taken,
    caller: Caller,
    services: ServerServices,
  ) => Promise<Reply<Content<Given["responses"]>>>,
  ways: Partial<OperationWays>,
): Operation {
  return {
    route: route as unknown as Route,
    ways: { ...usualWays, ...ways },
    takeBody,
    // What it is given is what its own `takeBody` made.
    serve: ({ body }, caller, services) => serve(body as unknown as Taken, caller, services),
  };
}

/**
 * Answers a request of one operation, whose method and path are known to be right; at once where nothing is waited for.
 * The surroundings are what the runtime hands along with it.
 */
type AnswerOperation = (
  request: Asked,
  exchange: Exchange,
  surroundings: unknown,
) => Answer | Promise<Answer>;

const notReady: Reply<object> = { failure: { code: "not-ready" } };

/** Whom a request counts against, by id or network, and what is left to them. */
type Counted = {
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
    const failure = ways.judgeServices?.(services);
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

function refuseFor({ who, allowance }: Counted): Answer {
  const { limit = 0, resetS = 1 } = allowance ?? {};
  return answerFailure({ code: "too-many-requests", who, limit, waitS: resetS });
}

function withAllowance(answer: Answer, { who, allowance }: Counted): Answer {
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

const jsonType = "application/json; charset=utf-8";

/** Private to whoever's token opened it, and not to be kept by anybody on the way. */
const privateHeaders = {
  "Content-Type": jsonType,
  "Cache-Control": "private, no-store",
  Vary: "Authorization",
} as const;

/** The same for everybody and moving: to be kept by anybody, and asked about each time by its tag. */
const publicCaching = "public, no-cache";

/** Says how the reply of an operation is answered. */
export function answerReply(reply: Reply<object>, request: Asked): Answer {
  if ("failure" in reply) return answerFailure(reply.failure);
  if ("written" in reply) return answerWritten(reply.written, request);
  return { status: 200, headers: privateHeaders, body: JSON.stringify(reply.body) };
}

function answerWritten({ list, write }: WrittenBody, { method, headers }: Asked): Answer {
  if (matchesTag(headers.get("if-none-match"), list.etag)) {
    return { status: 304, headers: { "Cache-Control": publicCaching, ETag: list.etag }, body: null };
  }
  return {
    status: 200,
    headers: { "Content-Type": jsonType, "Cache-Control": publicCaching, ETag: list.etag },
    body: method === "HEAD" ? null : { begin: write(), end: list.bytes },
  };
}

/** Takes the body of a request, and answers with what it is; a large one has its room until it is answered. */
type AnswerWithBody = (
  request: Request,
  sender: string,
  answerBody: (body: BodyRead) => Answer | Promise<Answer>,
) => Promise<Answer>;

/** Makes what takes the bodies of an operation: JSON for its route's schemas, or bytes for the operation itself. */
function answerWithBody(
  { route: { operationId = "" }, ways: { bodyBytesMax: sizeBytesMax }, takeBody }: Operation,
  { enterBodyRoom, repeat, takeBodyAside }: ServerServices,
): AnswerWithBody {
  return async (request, sender, answerBody) => {
    const room = takeBody === undefined ? undefined : enterBodyRoom?.(sender);
    try {
      return await answerBody(await take(request, room));
    } finally {
      room?.leave();
    }
  };

  /** By itself, so that its bytes are nobody's any more while what it said is served. */
  async function take(request: Request, room: BodyRoom | undefined): Promise<BodyRead> {
    const body = await readBodyBytes(request, { sizeBytesMax, room, repeat });
    if ("failure" in body) return body;
    if (takeBody === undefined) return parseJsonBody(body.bytes);
    return (await takeBodyAside?.(operationId, body.bytes)) ?? takeBody(body.bytes);
  }
}

/** Goes on with a value, at once where it is there already: each promise on the way costs every request. */
export function whenKnown<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

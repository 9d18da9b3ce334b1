import type { createRoute, z } from "@hono/zod-openapi";
import type { Failure } from "./failure.ts";
import type { WrittenList } from "./keep-lists.ts";
import type { BodyRead } from "./parse-json-body.ts";
import type { ServerServices } from "./server-services.ts";

/** A route as the contract has it. */
export type Route = ReturnType<typeof createRoute>;

type Part<Request, Name extends string> = Request extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** What a route's schemas make of a request. */
export type RequestOf<Given extends Route> = {
  readonly params: Part<Given["request"], "params">;
  readonly query: Part<Given["request"], "query">;
  readonly headers: Part<Given["request"], "headers">;
  readonly body: Body<Given["request"]>;
};

type Body<Request> = Request extends {
  readonly body: {
    readonly content: { readonly "application/json": { readonly schema: infer Schema extends z.ZodType } };
  };
}
  ? z.output<Schema>
  : undefined;

type Content<Responses> = Responses extends {
  readonly 200: { readonly content: { readonly "application/json": { readonly schema: infer Schema } } };
}
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : never
  : never;

/** A body that ends with a list that was written before, the only part of it that the weak validator is about. */
export type WrittenBody = {
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
export type OperationWays = {
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

import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import type { Asked } from "./asked.ts";
import { matchesTag } from "./matches-tag.ts";
import type { Reply, WrittenBody } from "./operation.ts";

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

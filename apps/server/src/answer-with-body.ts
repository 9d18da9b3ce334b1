import type { Answer } from "./answer.ts";
import type { Operation } from "./operation.ts";
import { type BodyRead, parseJsonBody } from "./parse-json-body.ts";
import { readBodyBytes } from "./read-body-bytes.ts";
import type { ServerServices } from "./server-services.ts";

/** Takes the body of a request, and answers with what it is; a large one has its room until it is answered. */
export type AnswerWithBody = (
  request: Request,
  answerBody: (body: BodyRead) => Answer | Promise<Answer>,
) => Promise<Answer>;

/** Makes what takes the bodies of an operation: JSON for its route's schemas, or bytes for the operation itself. */
export function answerWithBody(
  { route: { operationId = "" }, ways: { bodyBytesMax: sizeBytesMax }, takeBody }: Operation,
  { enterBodyRoom, takeBodyAside }: ServerServices,
): AnswerWithBody {
  return async (request, answerBody) => {
    const room = takeBody === undefined ? undefined : enterBodyRoom?.();
    try {
      const body = await readBodyBytes(request, { sizeBytesMax, room });
      if ("failure" in body) return await answerBody(body);
      if (takeBody === undefined) return await answerBody(parseJsonBody(body.bytes));
      return await answerBody((await takeBodyAside?.(operationId, body.bytes)) ?? takeBody(body.bytes));
    } finally {
      room?.leave();
    }
  };
}

import type { Answer } from "./answer.ts";
import type { BodyRoom } from "./body-room.ts";
import type { Operation } from "./operation.ts";
import { type BodyRead, parseJsonBody } from "./parse-json-body.ts";
import { readBodyBytes } from "./read-body-bytes.ts";
import type { ServerServices } from "./server-services.ts";

/** Takes the body of a request, and answers with what it is; a large one has its room until it is answered. */
export type AnswerWithBody = (
  request: Request,
  sender: string,
  answerBody: (body: BodyRead) => Answer | Promise<Answer>,
) => Promise<Answer>;

/** Makes what takes the bodies of an operation: JSON for its route's schemas, or bytes for the operation itself. */
export function answerWithBody(
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

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Failure } from "../../failure.ts";
import { endInSlices } from "./end-in-slices.ts";
import { readPlainRequest } from "./read-plain-request.ts";

/** What a request is answered by; the surroundings are handed along with it. */
export type Fetch = (request: Request, surroundings?: object) => Response | Promise<Response>;

/** How a failure is answered of which there is no request, or none that could be read. */
export type Fail = (failure: Failure) => Response | Promise<Response>;

/** Segments that readers of addresses take out of a path, however they are written; a fragment is no part of a target. */
const rewrittenPath = /^[^?]*?(?:#|[/\\\\](?:\.|%2e){1,2}(?:[/\\\\?#]|$))/i;

/** What is wrong with a request as it was sent, before any reader of addresses or headers makes something else of it. */
function judgeAsSent({ url = "", rawHeaders }: IncomingMessage): Failure | undefined {
  let hostCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hostCount += 1;
  }
  if (hostCount > 1) return { code: "request-malformed" };
  return rewrittenPath.test(url) ? { code: "no-such-path" } : undefined;
}

/**
 * Answers requests by an application of `Request` and `Response`. A plain request is handed to the same application
 * as little more than Node's own, with the offer to send its answer at once; all others go through Hono's adapter.
 */
export function answerRequests(
  fetch: Fetch,
  fail: Fail,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const failMalformed = (): Response | Promise<Response> => fail({ code: "request-malformed" });
  const adapt = getRequestListener(fetch, { errorHandler: failMalformed });
  return (incoming, outgoing) => {
    const failure = judgeAsSent(incoming);
    if (failure !== undefined) return void finish(fail(failure), outgoing).catch(() => outgoing.destroy());
    const asked = readPlainRequest(incoming);
    if (asked === undefined) return void adapt(incoming, outgoing);
    let response: Response | Promise<Response>;
    try {
      // The application looks at no more than this of a request without a body, and the compiler sees to it.
      response = fetch(asked as Request, { incoming, outgoing, isPlain: true });
    } catch {
      response = failMalformed();
    }
    if (outgoing.headersSent) return;
    finish(response, outgoing).catch(() => outgoing.destroy());
  };
}

/** Waits for what the application gives, and sends it unless that was done already. */
async function finish(answered: Response | Promise<Response>, outgoing: ServerResponse): Promise<void> {
  const response = await answered;
  if (outgoing.headersSent) return;
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), "content-length": body.length };
  endInSlices(outgoing.writeHead(response.status, headers), body);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Failure } from "../../failure.ts";
import { endInSlices } from "./end-in-slices.ts";
import { readPlainRequest } from "./read-plain-request.ts";

/** What a request is answered by; the surroundings are handed along with it. */
export type Fetch = (request: Request, surroundings?: object) => Response | Promise<Response>;

/** How a failure is answered of which there is no request, or none that could be read. */
export type Fail = (failure: Failure) => Response | Promise<Response>;

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

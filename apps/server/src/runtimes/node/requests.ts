import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Failure } from "../../http/failures.ts";
import { nameNetwork } from "../../http/rate-limits.ts";

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
  // A fragment is no part of a target, and readers of addresses differ in what they make of one.
  const queryAt = url.indexOf("?");
  if (hostCount > 1 || (queryAt >= 0 && url.includes("#", queryAt))) return { code: "request-malformed" };
  return rewrittenPath.test(url) ? { code: "no-such-path" } : undefined;
}

/** Answers requests by an application of `Request` and `Response`, through Hono's adapter. */
export function answerRequests(
  fetch: Fetch,
  fail: Fail,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const failMalformed = (): Response | Promise<Response> => fail({ code: "request-malformed" });
  const adapt = getRequestListener(fetch, { errorHandler: failMalformed });
  return (incoming, outgoing) => {
    const failure = judgeAsSent(incoming);
    if (failure === undefined) void adapt(incoming, outgoing);
    else finish(fail(failure), outgoing).catch(() => outgoing.destroy());
  };
}

async function finish(answered: Response | Promise<Response>, outgoing: ServerResponse): Promise<void> {
  const response = await answered;
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), "content-length": body.length };
  outgoing.writeHead(response.status, headers).end(body);
}

/** Calls back once nothing of an answer is held any more: it has been sent, or its client is gone. */
export function whenSent(surroundings: unknown, done: () => void): void {
  const { outgoing } = (surroundings ?? {}) as { readonly outgoing?: ServerResponse };
  if (outgoing === undefined || outgoing.closed || outgoing.destroyed) done();
  else outgoing.once("close", done);
}

/** What comes along with a request on this runtime. */
export type Surroundings = { readonly incoming: Pick<IncomingMessage, "headers" | "socket"> };

/**
 * The network that a request comes from. Each trusted proxy adds the address of its client at the end of X-Forwarded-For;
 * what stands before those was written by the caller, who may write anything.
 */
export function readAddress(
  { incoming: { headers, socket } }: Surroundings,
  trustedProxyCount: number,
): string {
  const peer = socket.remoteAddress ?? "";
  if (trustedProxyCount === 0) return nameNetwork(peer);
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  return nameNetwork(readForwarded(forwarded.at(-trustedProxyCount) ?? forwarded[0] ?? "") ?? peer);
}

/** Some proxies write the port as well, and brackets around IPv6. */
function readForwarded(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text.trim()) ?? [];
  const address = bracketed ?? plain ?? text.trim();
  return isIP(address) === 0 ? undefined : address;
}

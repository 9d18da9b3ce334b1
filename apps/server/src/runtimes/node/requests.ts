import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Failure, SentAnswer } from "../../http/failures.ts";
import { nameNetwork } from "../../http/rate-limits.ts";
import type { Asked } from "../../services.ts";

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

/** A name and a port that no reader of addresses would write otherwise. */
const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** A path and a query that no reader of addresses would write otherwise, since segments of dots were refused before. */
const plainTarget = /^\/[A-Za-z0-9._~!$&()*+,;=:@/?%-]*$/;

/**
 * What is asked by a request that holds nothing to be read twice: GET, at an address that is the same whoever reads it.
 * Of any other it gives undefined; what such a one asks the adapter of Hono finds out.
 */
function readPlainRequest(incoming: IncomingMessage): Asked | undefined {
  const { method, url = "" } = incoming;
  const { host } = incoming.headers;
  if (method !== "GET" || host === undefined || !plainHost.test(host)) return undefined;
  if (!plainTarget.test(url)) return undefined;
  return new PlainRequest(`http://${host}${url}`, incoming.rawHeaders);
}

class PlainRequest implements Asked {
  readonly method = "GET";
  readonly url: string;
  readonly headers: PlainHeaders;

  constructor(url: string, rawHeaders: readonly string[]) {
    this.url = url;
    this.headers = new PlainHeaders(rawHeaders);
  }
}

/** Finds headers where Node left them: names and values in turn, as they were sent. */
class PlainHeaders implements Pick<Headers, "get"> {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** Several headers of one name are one with commas, as everywhere in HTTP. */
  get(name: string): string | null {
    const raw = this.#raw;
    let found: string | null = null;
    for (let index = 0; index < raw.length; index += 2) {
      const sent = raw[index] as string;
      if (sent.length !== name.length || sent.toLowerCase() !== name.toLowerCase()) continue;
      const value = raw[index + 1] as string;
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }
}

/** What comes along with a request whose answer may be sent at once. */
type Sending = { readonly outgoing: ServerResponse; readonly isPlain: boolean };

/** Sends the answer to a plain request, with no `Response` in between; others are left to the adapter of Hono. */
export function sendAnswer(surroundings: unknown, { status, headers, body }: SentAnswer): boolean {
  const { outgoing, isPlain } = (surroundings ?? {}) as Partial<Sending>;
  if (isPlain !== true || outgoing === undefined) return false;
  if (body === null) {
    outgoing.writeHead(status, headers).end();
  } else if (typeof body === "string" || body instanceof Uint8Array) {
    const byteCount = Buffer.byteLength(body);
    headers["Content-Length"] ??= String(byteCount);
    endInSlices(outgoing.writeHead(status, headers), body, byteCount);
  } else {
    const { begin, end } = body;
    const beginBytes = Buffer.byteLength(begin);
    headers["Content-Length"] = String(beginBytes + end.length);
    // Node holds the beginning back until the end is there, and hands both to the system as they are. For a text that is
    // not known to be ASCII it makes room for three times its length.
    outgoing.writeHead(status, headers).write(begin, beginBytes === begin.length ? "latin1" : "utf8");
    outgoing.end(end);
  }
  return true;
}

/** Calls back once nothing of an answer is held any more: it has been sent, or nobody is there to take it. */
export function whenSent(surroundings: unknown, done: () => void): void {
  const { outgoing } = (surroundings ?? {}) as Partial<Sending>;
  if (outgoing === undefined || outgoing.closed || outgoing.destroyed) done();
  else outgoing.once("close", done);
}

/** What is larger is sent in slices. */
const wholeBytesMax = 262_144;

/** As much as the slowest has to read within the time that an answer may be unread. */
const sliceBytes = 65_536;

/**
 * Ends an answer with its body, a large one slice by slice: to Bun and Deno a write is one thing, of which they don't tell how
 * far it is, and whoever reads a large one slowly would be taken for one who does not read.
 */
export function endInSlices(
  outgoing: ServerResponse,
  body: string | Uint8Array,
  byteCount: number = Buffer.byteLength(body),
): void {
  if (byteCount <= wholeBytesMax) return void outgoing.end(body);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  let at = 0;
  const sendOn = (): void => {
    while (at < bytes.length) {
      const slice = bytes.subarray(at, at + sliceBytes);
      at += slice.length;
      if (!outgoing.write(slice)) return void outgoing.once("drain", goOn);
    }
    outgoing.end();
  };
  const goOn = (): void => {
    // Only Bun has to be told that something has moved.
    outgoing.socket?.setTimeout(outgoing.socket.timeout ?? 0);
    sendOn();
  };
  sendOn();
}

/** What comes along with a request on this runtime. */
export type Surroundings = { readonly incoming: Pick<IncomingMessage, "headers" | "socket"> };

/**
 * The network that a request comes from. Each trusted proxy adds the address of whoever came to it at the end of
 * X-Forwarded-For; what stands before those was written by the caller, who may write anything.
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

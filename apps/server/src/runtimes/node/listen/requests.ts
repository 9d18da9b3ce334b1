import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Failure } from "../../../failure.ts";
import { nameNetwork } from "../../../http/rate-limits.ts";
import type { Log } from "../../../log-and-trace.ts";
import { forwardedHeaders } from "../../forwarded-cards.ts";
import { throttleReports } from "../background.ts";
import type { IsKnownHost } from "./known-hosts.ts";

/** Answers a request; the bindings are passed along with it. */
export type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Answers a failure for which there is no request, or none that could be parsed. */
export type Fail = (failure: Failure) => Response | Promise<Response>;

/**
 * Matches dot segments, which URL parsers remove however they are written, and fragments, which a target must not
 * have.
 */
const rewrittenPath = /^[^?]*?(?:#|[/\\\\](?:\.|%2e){1,2}(?:[/\\\\?#]|$))/i;

/** Checks the raw request, before a parser normalizes its target or headers. */
function checkAsSent(
  { url = "", headers, rawHeaders }: IncomingMessage,
  isKnownHost: IsKnownHost,
): Failure | undefined {
  let hostCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hostCount += 1;
  }
  // A target must not have a fragment, and parsers handle one differently.
  const queryAt = url.indexOf("?");
  if (hostCount > 1 || (queryAt >= 0 && url.includes("#", queryAt))) return { code: "request_malformed" };
  if (!isKnownHost(headers.host ?? "")) return { code: "host_unknown" };
  return rewrittenPath.test(url) ? { code: "no_such_path" } : undefined;
}

/** Answers Node requests with a fetch handler, through Hono's adapter. */
export function answerRequests(
  fetch: Fetch,
  fail: Fail,
  isKnownHost: IsKnownHost = () => true,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const failMalformed = (): Response | Promise<Response> => fail({ code: "request_malformed" });
  const adapt = getRequestListener(fetch, { errorHandler: failMalformed });
  return (incoming, outgoing) => {
    const failure = checkAsSent(incoming, isKnownHost);
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

/** A slower answer is aborted. Bodies have as long to arrive. */
const sendingMsMax = 60_000;

/** Calls back when the answer was sent or the client disconnected. Returns a function that aborts the answer. */
export function whenSent(bindings: unknown, done: () => void, timeMsMax = sendingMsMax): () => void {
  const { outgoing } = (bindings ?? {}) as { readonly outgoing?: ServerResponse };
  const abort = (): void => void outgoing?.destroy();
  if (outgoing === undefined || outgoing.closed || outgoing.destroyed) {
    done();
    return abort;
  }
  const timer = setTimeout(abort, timeMsMax);
  outgoing.once("close", () => {
    clearTimeout(timer);
    done();
  });
  return abort;
}

/** What this runtime passes along with a request. */
export type NodeBindings = { readonly incoming: Pick<IncomingMessage, "headers" | "socket"> };

/**
 * The network of the client. Each trusted proxy appends the address of its client to X-Forwarded-For; entries
 * before those come from the caller and cannot be trusted.
 */
export function readAddress(
  { incoming: { headers, socket } }: NodeBindings,
  trustedProxyCount: number,
): string {
  const peer = socket.remoteAddress ?? "";
  if (trustedProxyCount === 0) return nameNetwork(peer);
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  return nameNetwork(readForwarded(forwarded.at(-trustedProxyCount) ?? forwarded[0] ?? "") ?? peer);
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateNetworks.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv6");
}

/**
 * Whether a request seems to come from a proxy that is not trusted: all of its clients then share the limits of one address. Its peer has
 * a private address, and it names a client.
 */
export function isFromUntrustedProxy({ incoming: { headers, socket } }: NodeBindings): boolean {
  const { remoteAddress: peer = "" } = socket;
  if (headers["x-forwarded-for"] === undefined) return false;
  return privateNetworks.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4");
}

/** Some proxies also write the port, and brackets around IPv6. */
function readForwarded(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text.trim()) ?? [];
  const address = bracketed ?? plain ?? text.trim();
  return isIP(address) === 0 ? undefined : address;
}

/** How a server recognizes cards that a Worker has forwarded. */
export type Forwarded = {
  /** The rate limit key of a forwarded request; undefined if the request has no valid secret. */
  readonly senderOf: (request: Request) => string | undefined;
  /** Rejects a request that carries a wrong secret. */
  readonly checkForwarded: (request: Request) => Failure | undefined;
};

/** Accepts forwarded requests by a shared secret; without a secret, none are accepted. */
export function acceptForwarded(secret: string | undefined, log: Log): Forwarded {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const own = secret === undefined ? undefined : digest(secret);
  const isKnown = (given: string) => own !== undefined && timingSafeEqual(digest(given), own);
  const logRefused = throttleReports(() =>
    log({
      level: "warn",
      event: "forwarded card rejected",
      notes: { why: own === undefined ? "CARD_READER_SECRET is not set here" : "its secret is another" },
    }),
  );
  return {
    senderOf: ({ headers }) => {
      const given = headers.get(forwardedHeaders.secret);
      return given !== null && isKnown(given) ? (headers.get(forwardedHeaders.sender) ?? "") : undefined;
    },
    checkForwarded: ({ headers }) => {
      const given = headers.get(forwardedHeaders.secret);
      if (given === null || isKnown(given)) return undefined;
      logRefused(undefined);
      return { code: "card_decoder_unavailable" };
    },
  };
}

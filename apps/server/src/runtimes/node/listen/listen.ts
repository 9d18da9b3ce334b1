import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import type { Failure } from "../../../failure.ts";
import { areChunksTooSmall } from "../../../http/body-bytes.ts";
import { probePaths } from "../../../http/health.ts";
import { type Connections, createTimedServer, defaultTimeLimits, type TimeLimits } from "./connections.ts";
import type { IsKnownHost } from "./known-hosts.ts";
import { createRequestQueue, type RequestKind } from "./request-queue.ts";
import { answerRequests, type Fail, type Fetch } from "./requests.ts";
import type { Shedding } from "./shed.ts";

export type Listening = {
  readonly server: Server;
  readonly address: AddressInfo;
  readonly connections: Connections;
  /** Makes every further answer close its connection. */
  readonly endConnections: () => void;
  /** Holds new requests until the returned function is called. */
  readonly hold: () => () => void;
};

/**
 * Accepts no further request from a connection. One read may contain thousands, and Node's parser creates
 * objects for all of them before anything else runs. The callback makes the parser stop as for an upgrade. If
 * the runtime has no such callback, the connection is destroyed.
 */
function rejectFurther(server: Server, socket: Socket): void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser !== "object" || parser === null || !("onIncoming" in parser))
    return void socket.destroy();
  parser.onIncoming = () => stopAsForUpgrade;
  server.emit(
    "clientError",
    Object.assign(new Error("Too many requests."), { code: "TOO_MANY_UNDER_WAY" }),
    socket,
  );
}

/** The value that Node's own callback returns for an upgrade: no body, and no further parsing. */
const stopAsForUpgrade = 2;

/**
 * Discards the chunks after the one that exceeds the limit for small chunks, and stops reading. One read may
 * contain ten thousand chunks, and each would pass through every stream.
 */
function dropSmallChunks(incoming: IncomingMessage): void {
  let chunkCount = 0;
  let byteCount = 0;
  const push = incoming.push.bind(incoming);
  incoming.push = (chunk: Uint8Array | null): boolean => {
    if (chunk === null) return push(chunk);
    const isRefused = areChunksTooSmall(chunkCount, byteCount);
    chunkCount += 1;
    byteCount += chunk.length;
    return isRefused ? false : push(chunk);
  };
}

/** Sends `100 Continue` when the body is first read, so that a request rejected by its headers never sends its body. */
function continueOnRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const read = incoming._read;
  incoming._read = (size) => {
    incoming._read = read;
    if (!outgoing.headersSent) outgoing.writeContinue();
    incoming._read(size);
  };
}

/** Connections that the kernel holds until they are accepted; the system may allow fewer. Those beyond are reset. */
const backlog = 4_096;

/** The path of a target as it is routed: a target may be a whole URL, and letters may be escaped. */
function pathOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  if (url.startsWith("/") && !url.includes("%")) return end < 0 ? url : url.slice(0, end);
  try {
    return decodeURI(new URL(url, "http://host").pathname);
  } catch {
    return url;
  }
}

/** The operations of operator.yaml. */
const deskPrefix = "/operator/";

function kindOf(path: string): RequestKind {
  if (probePaths.has(path)) return "probe";
  return path.startsWith(deskPrefix) ? "desk" : "user";
}

/**
 * Starts to listen, with time limits for slow clients. `shed` answers requests while there are too many. A connection ends if
 * something follows a request that is answered by a stream. A request whose `Host` is not known is refused.
 */
export async function listen(
  { port, host }: { readonly port: number; readonly host: string },
  {
    fetch,
    fail,
    shed,
    isKnownHost = () => true,
  }: {
    readonly fetch: Fetch;
    readonly fail: Fail;
    readonly shed: Shedding["shed"];
    readonly isKnownHost?: IsKnownHost | undefined;
  },
  given: Partial<TimeLimits> = {},
): Promise<Listening> {
  const limits = { ...defaultTimeLimits, ...given };
  const answer = answerRequests(fetch, fail, isKnownHost);
  let isEnding = false;
  let held: (() => void)[] | undefined;
  const { server, connections } = createTimedServer(limits);
  const { arrivedCount } = connections;
  const { waitMsMax } = limits;
  const queue = createRequestQueue({ nowMs: () => performance.now(), arrivedCount, waitMsMax });
  const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    if (connections.hasStream(socket)) return void socket.destroy();
    if (isEnding) outgoing.shouldKeepAlive = false;
    // HTTP/1.0 does not require Host, and health checks of load balancers do not send it.
    if (incoming.httpVersion === "1.0") incoming.headers.host ??= "localhost";
    if (incoming.headers["transfer-encoding"] !== undefined) dropSmallChunks(incoming);
    const request = {
      outgoing,
      begin: () => answer(incoming, outgoing),
      shed: () => (isKnownHost(incoming.headers.host ?? "") ? shed : answer)(incoming, outgoing),
    };
    const enter = (): void => queue.enter(request, kindOf(pathOf(incoming)));
    const isFollowed = connections.follow(outgoing, () => {
      if (held === undefined) enter();
      else held.push(enter);
    });
    if (!isFollowed) rejectFurther(server, socket);
  };
  server.on("request", take);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    continueOnRead(incoming, outgoing);
    take(incoming, outgoing);
  });
  // Other expectations are ignored, because the document has no status for them.
  server.on("checkExpectation", take);
  server.on("connect", (_incoming, socket) => void answerOnSocket(socket, fail({ code: "no_such_path" })));
  server.on("clientError", (error, socket) => {
    if (connections.hasStream(socket)) socket.destroy();
    else answerClientError(error, socket, connections.underWay(socket).at(-1), fail);
  });
  await new Promise<void>((settle, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog }, settle);
  });
  return {
    server,
    address: server.address() as AddressInfo,
    connections,
    endConnections: () => {
      isEnding = true;
      server.setTimeout(limits.unreadEndingMsMax);
      for (const { incoming, outgoing } of connections.underWay()) {
        outgoing.shouldKeepAlive = false;
        incoming.socket.setTimeout(limits.unreadEndingMsMax);
      }
    },
    hold: () => {
      const waiting: (() => void)[] = [];
      held = waiting;
      return () => {
        held = undefined;
        for (const begin of waiting) begin();
      };
    },
  };
}

const failures: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: { code: "headers_too_large" },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "body_timeout" },
  TOO_MANY_UNDER_WAY: { code: "too_busy" },
};

/** Sockets that have got their last answer; their later errors are ignored. */
const answered = new WeakSet<Duplex>();

/**
 * Answers a request that failed before it was complete. An earlier complete request on the same connection is
 * answered first.
 */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: HttpBindings | undefined,
  fail: Fail,
): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  const answer = (): void => {
    if (!socket.writable) socket.destroy();
    else void answerOnSocket(socket, fail(failures[error.code ?? ""] ?? { code: "request_malformed" }));
  };
  if (error.code === "ECONNRESET") socket.destroy();
  else if (last === undefined) answer();
  else if (last.incoming.complete) last.outgoing.once("close", answer);
  // A second answer must not follow one that has begun.
  else if (last.outgoing.headersSent) socket.destroy();
  else answer();
}

/** How long the peer's data is still read, because closing at once could discard the answer. */
const lingerMs = 1_000;

/** Sends the answer on the raw socket and closes the connection. */
async function answerOnSocket(socket: Duplex, response: Response | Promise<Response>): Promise<void> {
  socket.on("error", () => socket.destroy());
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
  const answer = await response;
  const text = await answer.text();
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...[...answer.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  if (socket.writable) socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

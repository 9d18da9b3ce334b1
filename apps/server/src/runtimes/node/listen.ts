import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import { areChunksTooSmall } from "../../http/body-bytes.ts";
import type { Failure } from "../../http/failures.ts";
import { type Connections, createPatientServer, type Patience, patienceByDefault } from "./connections.ts";
import { answerRequests, type Fail, type Fetch } from "./requests.ts";

/** A server that listens, with what it takes to stop it without cutting a request. */
export type Listening = {
  readonly server: Server;
  readonly address: AddressInfo;
  readonly connections: Connections;
  /** From now on every answer ends its connection. */
  readonly endConnections: () => void;
  /** Lets requests wait from now on, until the function that it gives is called. */
  readonly hold: () => () => void;
};

/**
 * Takes no further request from a connection. Thousands may have come in one read, and Node's parser makes objects of them all
 * before anything else runs; a callback that tells it of an upgrade makes it stop. Where there is no such callback to
 * replace, the connection is destroyed.
 */
function refuseFurther(server: Server, socket: Socket): void {
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

/** What Node's own callback gives for an upgrade: no body, and nothing more to be parsed. */
const stopAsForUpgrade = 2;

/**
 * Drops what comes behind the chunk with which a body is refused for its small chunks, and has the connection read no
 * further: one read may hold ten thousand of them, and each would pass through every stream on the way.
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

/** Asks for a body once it is read, so that one that is refused by its headers is never sent. */
function continueOnRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const read = incoming._read;
  incoming._read = (size) => {
    incoming._read = read;
    if (!outgoing.headersSent) outgoing.writeContinue();
    incoming._read(size);
  };
}

/** Listens, with time-outs against clients that send slowly. */
export async function listen(
  { port, host }: { readonly port: number; readonly host: string },
  fetch: Fetch,
  fail: Fail,
  given: Partial<Patience> = {},
): Promise<Listening> {
  const patience = { ...patienceByDefault, ...given };
  const answer = answerRequests(fetch, fail);
  let isEnding = false;
  let held: (() => void)[] | undefined;
  const { server, connections } = createPatientServer(patience);
  const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isEnding) outgoing.shouldKeepAlive = false;
    // HTTP/1.0 needs no Host, and health checks of balancers send none.
    if (incoming.httpVersion === "1.0") incoming.headers.host ??= "localhost";
    if (incoming.headers["transfer-encoding"] !== undefined) dropSmallChunks(incoming);
    const isFollowed = connections.follow(outgoing, () => {
      if (held === undefined) answer(incoming, outgoing);
      else held.push(() => answer(incoming, outgoing));
    });
    if (!isFollowed) refuseFurther(server, incoming.socket);
  };
  server.on("request", take);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    continueOnRead(incoming, outgoing);
    take(incoming, outgoing);
  });
  // Other expectations are ignored, since the document has no status to refuse them with.
  server.on("checkExpectation", take);
  server.on("connect", (_incoming, socket) => void answerOnSocket(socket, fail({ code: "no-such-path" })));
  server.on("clientError", (error, socket) =>
    answerClientError(error, socket, connections.underWay(socket).at(-1), fail),
  );
  await new Promise<void>((settle, reject) => {
    server.once("error", reject);
    server.listen(port, host, settle);
  });
  return {
    server,
    address: server.address() as AddressInfo,
    connections,
    endConnections: () => {
      isEnding = true;
      server.setTimeout(patience.unreadEndingMsMax);
      for (const { incoming, outgoing } of connections.underWay()) {
        outgoing.shouldKeepAlive = false;
        incoming.socket.setTimeout(patience.unreadEndingMsMax);
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
  HPE_HEADER_OVERFLOW: { code: "headers-too-large" },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "body-late" },
  TOO_MANY_UNDER_WAY: { code: "too-busy" },
};

/** Sockets that have their last answer; further errors of them are ignored. */
const answered = new WeakSet<Duplex>();

/**
 * Answers what broke off before it was a request. A whole request that came before it on the same connection has its
 * own answer first.
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
    else void answerOnSocket(socket, fail(failures[error.code ?? ""] ?? { code: "request-malformed" }));
  };
  if (error.code === "ECONNRESET") socket.destroy();
  else if (last === undefined) answer();
  else if (last.incoming.complete) last.outgoing.once("close", answer);
  // An answer that has begun must not be followed by another.
  else if (last.outgoing.headersSent) socket.destroy();
  else answer();
}

/** What a peer still sends is read for so long, since closing at once would make it lose the answer. */
const hearOutMs = 1_000;

/** Sends the answer to what never became a request, and closes the connection. */
async function answerOnSocket(socket: Duplex, response: Response | Promise<Response>): Promise<void> {
  socket.on("error", () => socket.destroy());
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), hearOutMs);
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

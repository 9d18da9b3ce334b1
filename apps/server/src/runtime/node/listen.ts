import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { answerClientError } from "./answer-client-error.ts";
import { answerOnSocket } from "./answer-on-socket.ts";
import { type Connections, followConnections } from "./follow-connections.ts";

/** What a request is answered by. */
export type Fetch = (request: Request) => Response | Promise<Response>;

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** Longer than balancers keep a connection, so that it is they who close it. */
const keepAliveTimeoutMs = 65_000;
/** How often the time-outs are looked after. */
const checkIntervalMs = 1_000;

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

/** Listens, with time-outs against whoever sends slowly. */
export async function listen(
  { port, host }: { readonly port: number; readonly host: string },
  fetch: Fetch,
  answerMalformed: Fetch,
  makeRequestId: () => string,
): Promise<Listening> {
  const listener = getRequestListener(fetch, {
    errorHandler: () => answerMalformed(new Request("http://localhost/")),
  });
  let isEnding = false;
  let held: (() => void)[] | undefined;
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    requireHostHeader: false,
  });
  const connections = followConnections(server, () => performance.now());
  const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isEnding) outgoing.shouldKeepAlive = false;
    connections.follow({ incoming, outgoing });
    if (held === undefined) void listener(incoming, outgoing);
    else held.push(() => void listener(incoming, outgoing));
  };
  server.on("request", take);
  // What is expected of us beyond HTTP is not looked at, rather than refused with a status that nobody declared.
  server.on("checkExpectation", take);
  server.on("connect", (_incoming, socket) =>
    answerOnSocket(socket, { code: "no-such-path" }, makeRequestId()),
  );
  server.on("clientError", (error, socket) =>
    answerClientError(error, socket, connections.underWay(socket).at(-1), makeRequestId()),
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
      for (const { outgoing } of connections.underWay()) outgoing.shouldKeepAlive = false;
    },
    hold: () => {
      const waiting: (() => void)[] = [];
      held = waiting;
      return () => {
        held = undefined;
        for (const answer of waiting) answer();
      };
    },
  };
}

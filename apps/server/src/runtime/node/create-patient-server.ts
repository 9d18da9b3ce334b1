import { createServer, type Server } from "node:http";
import { type Connections, followConnections } from "./follow-connections.ts";
import type { Patience } from "./patience.ts";

/** Longer than balancers keep a connection, so that it is they who close it. */
const keepAliveTimeoutMs = 65_000;
/** How often the time-outs are looked after. */
const checkIntervalMs = 1_000;

/** Creates a server that waits for whoever sends or reads slowly no longer than it is told. */
export function createPatientServer({ headersMsMax, requestMsMax, unreadMsMax, restMsMax }: Patience): {
  readonly server: Server;
  readonly connections: Connections;
} {
  const server = createServer({
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(checkIntervalMs, headersMsMax),
    requireHostHeader: false,
  });
  const connections = followConnections(server, () => performance.now(), restMsMax);
  // It comes when nothing has moved on a connection; to wait for an answer of ours is no reason to lose it.
  server.setTimeout(unreadMsMax, (socket) => {
    const working = connections.underWay(socket);
    // Bun holds what is unread in the answer, the others in the socket.
    const isUnread = socket.writableLength > 0 || working.some(({ outgoing }) => outgoing.writableLength > 0);
    if (isUnread || working.length === 0) socket.destroy();
  });
  return { server, connections };
}

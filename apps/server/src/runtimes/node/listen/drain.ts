import type { Server } from "node:http";
import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { wait } from "../background.ts";
import type { Listening } from "./listen.ts";

const lookMs = 20;

/** A connection that was idle for this long is not in the middle of sending a request. */
const quietMs = 500;

/** A client that sends its next request right after an answer does so within this time. */
const stillMs = 10;

/**
 * How long closing waits for a quiet moment. In the second half of that time it stops pausing between looks.
 * Half a second is for Bun on a busy machine.
 */
const closeMsMax = 500;

/**
 * Stops without cutting a request: accepts connections for `drainDelayMs`, closes each after its answer, then stops
 * listening. False if connections had to be cut.
 */
export async function drain(
  listening: Listening,
  { drainDelayMs, shutdownTimeoutMs }: { readonly drainDelayMs: number; readonly shutdownTimeoutMs: number },
  host: Pick<Host, "acceptPending" | "stopListening"> = nodeHost,
): Promise<boolean> {
  listening.endConnections();
  await wait(drainDelayMs);
  let isClosed = false;
  await closeListener(listening, host, () => {
    isClosed = true;
  });
  const deadlineMs = performance.now() + shutdownTimeoutMs;
  while (!isClosed && performance.now() < deadlineMs) {
    listening.connections.closeQuiet(quietMs);
    await wait(lookMs);
  }
  if (!isClosed) listening.server.closeAllConnections();
  return isClosed;
}

/**
 * Stops listening when the accept queue is empty, because closing resets the connections in it. Answers are
 * held meanwhile, so that clients that wait for one do not connect again.
 */
async function closeListener(
  { server, address, connections, hold }: Listening,
  { acceptPending, stopListening }: Pick<Host, "acceptPending" | "stopListening">,
  onClosed: () => void,
): Promise<void> {
  const working = connections.underWay();
  const release = hold();
  const deadlineMs = performance.now() + closeMsMax;
  let cameCount: number;
  do {
    const seenCount = connections.arrivedCount();
    if (performance.now() < deadlineMs - closeMsMax / 2) await wait(stillMs);
    const ownCount = await acceptPending(server, address);
    cameCount = connections.arrivedCount() - seenCount - ownCount;
  } while (
    performance.now() < deadlineMs &&
    (cameCount > 0 || working.some(({ outgoing }) => !outgoing.closed))
  );
  stopListening(server, onClosed);
  release();
}

/** What differs between the runtimes that provide Node's modules. */
export type Host = {
  /** Name and version of the runtime, for logs and metrics. */
  readonly runtime: { readonly name: string; readonly version: string };
  /**
   * Makes the server emit `clientError` for a request that was aborted midway, where the runtime does not do so
   * itself.
   */
  readonly reportAborted: (server: Server) => void;
  /**
   * Resolves when all connections that the kernel has completed are accepted; returns the number of probe connections
   * used.
   */
  readonly acceptPending: (server: Server, address: AddressInfo) => Promise<number>;
  /** Stops listening only: open connections stay open, including idle ones. */
  readonly stopListening: (server: Server, onClosed: () => void) => void;
};

/** The implementation for Node. */
export const nodeHost: Host = {
  runtime: { name: "node", version: process.versions.node },
  reportAborted: () => {},
  // Node accepts one connection per turn, so a turn without one shows that the accept queue is empty.
  acceptPending: async () => {
    await setImmediate();
    return 0;
  },
  // The HTTP server's own `close` also closes idle connections, and with them requests in transit.
  stopListening: (server, onClosed) => void NetServer.prototype.close.call(server, onClosed),
};

/** The longest time until a busy machine accepts the probe. */
const waitMsMax = 200;

/**
 * Opens a probe connection. The kernel accepts in order, so every earlier connection has been accepted by
 * then. It sends one byte, because Bun ignores silent connections.
 *
 * @returns the number of probe connections that the server accepted, 0 or 1
 */
export async function openProbe(server: Server, { address, port }: AddressInfo): Promise<number> {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  const probe = connect({ host, port }, () => probe.write("G")).on("error", () => {});
  const arrived = new Set<number | undefined>();
  const note = ({ remotePort }: Socket): void => void arrived.add(remotePort);
  server.on("connection", note);
  try {
    await Promise.race([untilAccepted(server, probe, arrived), wait(waitMsMax)]);
    return isAccepted(probe, arrived) ? 1 : 0;
  } finally {
    server.off("connection", note);
    probe.destroy();
  }
}

function isAccepted({ localPort }: Socket, arrived: ReadonlySet<number | undefined>): boolean {
  return localPort !== undefined && arrived.has(localPort);
}

/** Listens on both ends, because either may see the connection first. */
function untilAccepted(
  server: Server,
  probe: Socket,
  arrived: ReadonlySet<number | undefined>,
): Promise<void> {
  return new Promise((settle) => {
    const look = (): void => {
      if (!isAccepted(probe, arrived) && !probe.destroyed) return;
      server.off("connection", look);
      settle();
    };
    server.on("connection", look);
    probe.once("connect", look).once("close", look);
  });
}

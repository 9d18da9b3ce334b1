/** What differs between Node, Bun and Deno in how a server listens and stops. */
import type { Server } from "node:http";
import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { wait } from "./background.ts";

export type Host = {
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

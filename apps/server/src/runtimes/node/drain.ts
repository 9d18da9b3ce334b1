import type { Server } from "node:http";
import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { wait } from "./background.ts";
import type { Listening } from "./listen.ts";

const lookMs = 20;

/** Whoever has a connection may be sending on it just now; one that has been still for so long is not. */
const quietMs = 500;

/** Whoever had an answer and comes again has come by then. */
const stillMs = 10;

/**
 * As long as the door is kept open for whoever stands in it; towards the end, one still turn is enough. Half a second is for
 * Bun, where callers are slow to show themselves on a busy machine.
 */
const doorwayMsMax = 500;

/**
 * Stops taking requests without cutting one: connections are still taken for a while, each answer ends its own, and
 * only then is nobody let in any more. Tells whether all of them ended in time.
 */
export async function drain(
  listening: Listening,
  { drainDelayMs, shutdownTimeoutMs }: { readonly drainDelayMs: number; readonly shutdownTimeoutMs: number },
  host: Pick<Host, "letIn" | "stopListening"> = nodeHost,
): Promise<boolean> {
  listening.endConnections();
  await wait(drainDelayMs);
  let isClosed = false;
  await closeDoor(listening, host, () => {
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
 * Closes the door at a moment when nobody stands in it: the kernel has connected whoever waits there, and resets them
 * all. While answers are held back, those who had one a moment ago come again and wait with the others, and nobody new
 * comes but from elsewhere.
 */
async function closeDoor(
  { server, address, connections, hold }: Listening,
  { letIn, stopListening }: Pick<Host, "letIn" | "stopListening">,
  told: () => void,
): Promise<void> {
  const working = connections.underWay();
  const release = hold();
  const deadlineMs = performance.now() + doorwayMsMax;
  let cameCount: number;
  do {
    const seenCount = connections.arrivedCount();
    if (performance.now() < deadlineMs - doorwayMsMax / 2) await wait(stillMs);
    const ownCount = await letIn(server, address);
    cameCount = connections.arrivedCount() - seenCount - ownCount;
  } while (
    performance.now() < deadlineMs &&
    (cameCount > 0 || working.some(({ outgoing }) => !outgoing.closed))
  );
  stopListening(server, told);
  release();
}

/** What a runtime that has the modules of Node does in a way of its own. */
export type Host = {
  /** Its name and version, as the log and the metrics tell them. */
  readonly runtime: { readonly name: string; readonly version: string };
  /** Has a request that its client broke off in the middle reported by `clientError`, where the server does not do so by itself. */
  readonly tellBrokenOff: (server: Server) => void;
  /** Resolves once those were let in whom the kernel had connected, and says how many connections of ours it took. */
  readonly letIn: (server: Server, address: AddressInfo) => Promise<number>;
  /** Lets nobody in any more, and nothing else: connections that are there stay, idle ones too, until told otherwise. */
  readonly stopListening: (server: Server, told: () => void) => void;
};

/** The ways of Node. */
export const nodeHost: Host = {
  runtime: { name: "node", version: process.versions.node },
  tellBrokenOff: () => {},
  // Node takes in one a turn, so a turn in which none came shows that none waits.
  letIn: async () => {
    await setImmediate();
    return 0;
  },
  // The way of a server of HTTP to close ends idle connections as well, and with them requests on their way.
  stopListening: (server, told) => void NetServer.prototype.close.call(server, told),
};

/** As long as somebody may take to be let in on a machine that is busy. */
const waitMsMax = 200;

/**
 * Comes to a server as one more caller, and resolves once it was let in: those whom the kernel had connected before it were
 * let in before. It says the first letter of a request, since Bun takes notice of nobody who says nothing.
 *
 * @returns how many connections the server took of it
 */
export async function knock(server: Server, { address, port }: AddressInfo): Promise<number> {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  const caller = connect({ host, port }, () => caller.write("G")).on("error", () => {});
  const arrived = new Set<number | undefined>();
  const note = ({ remotePort }: Socket): void => void arrived.add(remotePort);
  server.on("connection", note);
  try {
    await Promise.race([untilLetIn(server, caller, arrived), wait(waitMsMax)]);
    return isLetIn(caller, arrived) ? 1 : 0;
  } finally {
    server.off("connection", note);
    caller.destroy();
  }
}

function isLetIn({ localPort }: Socket, arrived: ReadonlySet<number | undefined>): boolean {
  return localPort !== undefined && arrived.has(localPort);
}

/** Either end may be the first to hear of it. */
function untilLetIn(server: Server, caller: Socket, arrived: ReadonlySet<number | undefined>): Promise<void> {
  return new Promise((settle) => {
    const look = (): void => {
      if (!isLetIn(caller, arrived) && !caller.destroyed) return;
      server.off("connection", look);
      settle();
    };
    server.on("connection", look);
    caller.once("connect", look).once("close", look);
  });
}

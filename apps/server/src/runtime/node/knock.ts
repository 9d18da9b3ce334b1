import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { wait } from "./wait.ts";

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

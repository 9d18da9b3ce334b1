import type { Server } from "node:http";
import { wait } from "../node/background.ts";
import { type Host, knock, nodeHost } from "../node/drain.ts";

/** No connection may arrive for so long before the listener is closed. */
const stillMs = 50;

/** The ways of Bun, which has the modules of Node on a server of its own. */
export const bunHost: Host = {
  runtime: { name: "bun", version: process.versions["bun"] ?? "" },
  tellBrokenOff: nodeHost.tellBrokenOff,
  // Bun has the kernel keep back connections until they send something, and closing resets those that begin to at that moment.
  // Clients that waited for answers have connected again by then, so that after a quiet while this is unlikely.
  letIn: async (server, address) => {
    await wait(stillMs);
    return knock(server, address);
  },
  stopListening: stopListeningOnBun,
};

/** Bun's own server, which its `node:http` stands on and keeps under a private symbol. */
type Beneath = { closeIdleConnections: () => number };

/**
 * Stops listening. On Bun closing ends idle connections as well, and there is no server of sockets whose way could be
 * borrowed, so that for this one time it finds none idle. Where a later Bun hides its server better, idle connections end, and
 * with them requests on their way: `pnpm lab runtimes` would see those cut.
 */
function stopListeningOnBun(server: Server, told: () => void): void {
  const beneath = Object.getOwnPropertySymbols(server)
    .map((symbol) => Reflect.get(server, symbol))
    .find(isBeneath);
  if (beneath !== undefined) beneath.closeIdleConnections = () => 0;
  server.close(told);
}

function isBeneath(value: unknown): value is Beneath {
  return typeof value === "object" && value !== null && "closeIdleConnections" in value;
}

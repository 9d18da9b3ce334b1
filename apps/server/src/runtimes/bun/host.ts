import type { Server } from "node:http";
import { wait } from "../node/background.ts";
import { type Host, nodeHost, openProbe } from "../node/host.ts";

/** The pause without new connections before the listener is closed. */
const stillMs = 50;

/** The implementation for Bun, which provides Node's modules on its own server. */
export const bunHost: Host = {
  runtime: { name: "bun", version: process.versions["bun"] ?? "" },
  reportAborted: nodeHost.reportAborted,
  // On Bun the kernel holds connections back until they send data, and closing resets those that start to
  // send at that moment. Clients that waited for answers have reconnected by then, so after a quiet pause
  // this is unlikely.
  acceptPending: async (server, address) => {
    await wait(stillMs);
    return openProbe(server, address);
  },
  stopListening: stopListeningOnBun,
};

/** Bun's own server, which its `node:http` keeps under a private symbol. */
type Beneath = { closeIdleConnections: () => number };

/**
 * Stops listening. Bun's `close` also closes idle connections and offers no lower-level server, so
 * `closeIdleConnections` is replaced by a function that does nothing. If a later Bun hides its server, idle
 * connections are closed, and with them requests in transit; `pnpm lab runtimes` would detect that.
 */
function stopListeningOnBun(server: Server, onClosed: () => void): void {
  const beneath = Object.getOwnPropertySymbols(server)
    .map((symbol) => Reflect.get(server, symbol))
    .find(isBeneath);
  if (beneath !== undefined) beneath.closeIdleConnections = () => 0;
  server.close(onClosed);
}

function isBeneath(value: unknown): value is Beneath {
  return typeof value === "object" && value !== null && "closeIdleConnections" in value;
}

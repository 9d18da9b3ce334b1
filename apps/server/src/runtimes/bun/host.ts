import type { Server } from "node:http";
import { wait } from "../node/background.ts";
import { type Host, knock, nodeHost } from "../node/drain.ts";

/** As long as nobody may come before the door is closed. */
const stillMs = 50;

/** The ways of Bun, which has the modules of Node on a server of its own. */
export const bunHost: Host = {
  runtime: { name: "bun", version: process.versions["bun"] ?? "" },
  tellBrokenOff: nodeHost.tellBrokenOff,
  // Bun has the kernel keep back callers until they say something, and closing resets who begins to at that moment. Who has
  // been waiting for their answers has come again by then, so that a while in which nobody came makes it unlikely.
  letIn: async (server, address) => {
    await wait(stillMs);
    return knock(server, address);
  },
  stopListening: stopListeningOnBun,
};

/** Bun's own server, which its `node:http` stands on and keeps under a symbol that it tells nobody. */
type Beneath = { closeIdleConnections: () => number };

/**
 * Lets nobody in any more. On Bun closing ends idle connections as well, and there is no server of sockets whose way could be
 * borrowed, so that for this one time it finds none idle. Where a later Bun hides its server better, idle connections end, and
 * with them requests on their way: `pnpm check:runtimes` would see those cut.
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

import type { Server } from "node:http";

/** Bun's own server, which its `node:http` stands on and keeps under a symbol that it tells nobody. */
type Beneath = { closeIdleConnections: () => number };

/**
 * Lets nobody in any more. On Bun closing ends idle connections as well, and there is no server of sockets whose way could be
 * borrowed, so that for this one time it finds none idle. Where a later Bun hides its server better, idle connections end, and
 * with them requests on their way: `pnpm check:runtimes` would see those cut.
 */
export function stopListeningOnBun(server: Server, told: () => void): void {
  const beneath = Object.getOwnPropertySymbols(server)
    .map((symbol) => Reflect.get(server, symbol))
    .find(isBeneath);
  if (beneath !== undefined) beneath.closeIdleConnections = () => 0;
  server.close(told);
}

function isBeneath(value: unknown): value is Beneath {
  return typeof value === "object" && value !== null && "closeIdleConnections" in value;
}

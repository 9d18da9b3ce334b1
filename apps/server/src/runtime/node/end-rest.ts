import type { IncomingMessage } from "node:http";

/** Ends the connection of a request that has its answer, where the rest of it does not come soon. */
export function endRest(incoming: IncomingMessage, restMsMax: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) return;
  setTimeout(() => {
    if (!incoming.complete) socket.destroy();
  }, restMsMax).unref();
}

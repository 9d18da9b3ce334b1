import { type Host, nodeHost } from "./host.ts";
import type { Listening } from "./listen.ts";
import { wait } from "./wait.ts";

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

import { wait } from "../background.ts";
import { type Host, nodeHost } from "../host.ts";
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

/** Tells whether a simulated exchange sends the prices now. */
import type { Services } from "../services.ts";
import { silenceMsMax, storedHeardAtMs } from "./price-times.ts";

/**
 * Whether a simulated exchange sends prices now, so that servers with a simulated feed decide on them. The settings of
 * other processes are unknown here, but they save when a source was last heard; a real feed heard later ends it.
 */
export async function isSimulationRunning({ store, now }: Pick<Services, "store" | "now">): Promise<boolean> {
  const versions = await store.readVersions();
  const nowMs = now();
  const simulationMs = storedHeardAtMs(versions, true, nowMs);
  const feedMs = storedHeardAtMs(versions, false, nowMs) ?? Number.NEGATIVE_INFINITY;
  return simulationMs !== undefined && simulationMs >= feedMs && nowMs - simulationMs <= silenceMsMax;
}

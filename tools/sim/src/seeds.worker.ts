/** A worker thread that runs seeds. */
import { parentPort } from "node:worker_threads";
import { drain } from "./drain.ts";
import { type Run, simulate } from "./simulate.ts";

/** What a worker tells of a run; the lines of a trace stay there. */
export type RunReport = Omit<Run, "lines">;

parentPort?.on("message", async (seed: number) => {
  const { lines: _, ...report } = await simulate(seed, { drain });
  parentPort?.postMessage(report satisfies RunReport);
});

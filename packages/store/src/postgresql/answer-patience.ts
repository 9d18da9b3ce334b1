import { availableParallelism } from "node:os";
import { makePatience, type Patience } from "../patience.ts";

/** As long as a statement of ours and its flush take on a server that is near. */
const answerSoonMs = 1;

/** How answers of the server are waited for, where nothing else is asked for meanwhile. */
export function answerPatience(): Patience {
  return makePatience({
    soonMs: answerSoonMs,
    nowMs: () => performance.now(),
    coreCount: availableParallelism(),
  });
}

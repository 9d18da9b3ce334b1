import type { MarkRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { silenceMsMax } from "./mark-book.ts";

const marksInPart = 2_000;

/**
 * Whether a simulated exchange sends prices now, so that servers with a simulated feed decide on them. The settings of
 * other processes are unknown here, but a simulation sends prices all the time, and the first real price ends it.
 */
export async function isSimulationRunning({ store, now }: Pick<Services, "store" | "now">): Promise<boolean> {
  let last: MarkRecord | undefined;
  let after: string | undefined;
  for (;;) {
    const part = await store.listMarksSince({ version: -1, after, limit: marksInPart });
    for (const mark of part) {
      if (!mark.isByHand && mark.atMs >= (last?.atMs ?? 0)) last = mark;
    }
    if (part.length < marksInPart) break;
    after = part.at(-1)?.symbol;
  }
  return last?.isPlayed === true && now() - last.atMs <= silenceMsMax;
}

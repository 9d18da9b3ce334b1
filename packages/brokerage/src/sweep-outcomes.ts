import type { OutcomeKey } from "./ports/index.ts";
import type { Services } from "./services.ts";

/** So long the answer to a request with a key is kept for its repeat. */
const keptMs = 30 * 24 * 3_600_000;
/** As many as are looked at without holding up whoever writes. */
const outcomesInPart = 1_000;

/**
 * Forgets outcomes that nobody asks for again, among the next thousand; gives where to go on, or undefined at the end,
 * so that it can be stopped at any time and taken up again.
 */
export function sweepOutcomes(
  { store, now }: Pick<Services, "store" | "now">,
  after: OutcomeKey | undefined,
): Promise<OutcomeKey | undefined> {
  return store.sweepOutcomes({ after, beforeMs: now() - keptMs, limit: outcomesInPart });
}

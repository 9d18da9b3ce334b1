import type { OutcomeKey } from "./ports/index.ts";
import type { Services } from "./services.ts";

/** So long the answer to a request with a key is kept for its repeat. */
const keptMs = 30 * 24 * 3_600_000;
/** As many as are looked at without holding up whoever writes. */
const outcomesInPart = 1_000;

/** Forgets outcomes that nobody asks for again, a part at a time; `breathe` lets others come between. */
export async function sweepOutcomes(
  { store, now }: Pick<Services, "store" | "now">,
  breathe: () => Promise<void>,
): Promise<void> {
  const beforeMs = now() - keptMs;
  let after: OutcomeKey | undefined;
  do {
    after = await store.sweepOutcomes({ after, beforeMs, limit: outcomesInPart });
    await breathe();
  } while (after !== undefined);
}

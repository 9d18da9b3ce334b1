import { type Services, setCover } from "@trading-oms/brokerage";
import type { Change, Store } from "@trading-oms/brokerage/ports";
import { coverOrderOf } from "./cover-order-of.ts";
import { keepNothing } from "./keep-nothing.ts";

/** How much of its time the event loop was busy having covers committed, and for how long with each. */
export type CommitTime = { readonly commitShare: number; readonly commitSeconds: number };

const rounds = 4;
const changesOfWriter = 32;

/**
 * Has covers committed that were all decided just before, so that what keeps the event loop meanwhile is the store's doing
 * alone. The counts of the writers' orders are moved along.
 */
export async function timeCommits(services: Services, counts: number[]): Promise<CommitTime> {
  let activeMs = 0;
  let tookMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const planned = await planChanges(services, counts);
    const began = performance.now();
    const loop = performance.eventLoopUtilization();
    await Promise.all(planned.map((changes) => commitEach(services.store, changes)));
    activeMs += performance.eventLoopUtilization(loop).active;
    tookMs += performance.now() - began;
  }
  const count = rounds * changesOfWriter * counts.length;
  return { commitShare: activeMs / tookMs, commitSeconds: activeMs / 1_000 / count };
}

async function planChanges(services: Services, counts: number[]): Promise<Change[][]> {
  const kept = await keepNothing(services.store, counts.length);
  const planned: Change[][] = [];
  for (const [writer, first] of counts.entries()) {
    const changes: Change[] = [];
    const store: Pick<Store, "readAccount" | "readOutcome" | "readMarks" | "commit"> = {
      ...kept,
      commit: (change) => {
        changes.push(change);
        return kept.commit(change);
      },
    };
    const taking = { ...services, store: store as Store };
    for (let count = first; count < first + changesOfWriter; count += 1) {
      const answer = await setCover(taking, coverOrderOf(writer, count));
      if (answer.kind !== "done" || answer.status !== "success") throw new Error(answer.message);
    }
    counts[writer] = first + changesOfWriter;
    planned.push(changes);
  }
  return planned;
}

async function commitEach(store: Store, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const outcome = await store.commit(change);
    if (outcome !== "committed") throw new Error(`A cover was not committed: ${outcome}.`);
  }
}

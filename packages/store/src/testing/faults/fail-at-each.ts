import type { DurableStore } from "@trading-oms/brokerage/ports";
import { isShort, seed } from "@trading-oms/scratch/short-form";
import type { StoreHarness } from "../store-harness.ts";

/** An action on a failing store, and the check of its result. */
export type Attempt<Prepared> = {
  /** Sets up the action. Names that must be new for each attempt include `failAt`. */
  readonly prepare: (failAt: number) => Promise<Prepared>;
  readonly act: (store: DurableStore, prepared: Prepared) => Promise<unknown>;
  /** Checks the state after the action. Once the fault has fired, the store does not fail again. */
  readonly judge: (
    outcome: { readonly isDone: boolean; readonly failure: unknown; readonly hasFailed: boolean },
    prepared: Prepared,
    store: DurableStore,
  ) => Promise<void>;
};

/**
 * Where the next fault is: at every statement, or in the short form at the first one and then at every third, others with each seed.
 */
export function nextFault(failAt: number): number {
  if (!isShort) return failAt + 1;
  return failAt === 1 ? 2 + (seed % 3) : failAt + 3;
}

/** Repeats an action with a fault at its first statement, its second and so on. Returns how many faults have fired. */
export async function failAtEach<Prepared>(
  { openFaulty }: Pick<StoreHarness, "openFaulty">,
  { prepare, act, judge }: Attempt<Prepared>,
): Promise<number> {
  for (let failAt = 1, count = 0; ; failAt = nextFault(failAt), count += 1) {
    const prepared = await prepare(failAt);
    const { store, hasFired, close } = await openFaulty(failAt);
    const outcome = await act(store, prepared).then(
      () => ({ isDone: true, failure: undefined }),
      (failure: unknown) => ({ isDone: false, failure }),
    );
    const hasFailed = await hasFired();
    if (!hasFailed && !outcome.isDone) throw outcome.failure;
    await judge({ ...outcome, hasFailed }, prepared, store);
    await close();
    if (!hasFailed) return count;
  }
}

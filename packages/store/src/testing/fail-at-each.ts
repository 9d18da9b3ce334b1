import type { Store } from "@trading-oms/brokerage/ports";
import type { StoreHarness } from "./store-harness.ts";

/** What is tried on a store that fails, and what has to be true of it. */
export type Attempt<Prepared> = {
  /** Brings about what the attempt begins with; `failAt` is part of the names that have to be new each time. */
  readonly prepare: (failAt: number) => Promise<Prepared>;
  readonly act: (store: Store, prepared: Prepared) => Promise<unknown>;
  /** Judges what is there after the failure; a store that was struck will not fail again. */
  readonly judge: (
    outcome: { readonly isDone: boolean; readonly failure: unknown; readonly isStruck: boolean },
    prepared: Prepared,
    store: Store,
  ) => Promise<void>;
};

/** Tries something on a store that fails at its first statement, its second and so on; gives how many there were. */
export async function failAtEach<Prepared>(
  { openFaulty }: Pick<StoreHarness, "openFaulty">,
  { prepare, act, judge }: Attempt<Prepared>,
): Promise<number> {
  for (let failAt = 1; ; failAt += 1) {
    const prepared = await prepare(failAt);
    const { store, hasStruck, close } = await openFaulty(failAt);
    const outcome = await act(store, prepared).then(
      () => ({ isDone: true, failure: undefined }),
      (failure: unknown) => ({ isDone: false, failure }),
    );
    const isStruck = await hasStruck();
    if (!isStruck && !outcome.isDone) throw outcome.failure;
    await judge({ ...outcome, isStruck }, prepared, store);
    await close();
    if (!isStruck) return failAt - 1;
  }
}

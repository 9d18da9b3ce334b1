import type { Store } from "@trading-oms/brokerage/ports";

/** What an engine has to offer so that its store can be held to its promises. */
export type StoreHarness = {
  /** A store that holds nothing. */
  readonly open: () => Promise<Store>;
  /** A second way into the store that was opened last, as another process has it. */
  readonly openBeside: () => Promise<Store>;
  /** The same, but the n-th statement of each commit, from 1, fails. */
  readonly openFaulty: (failAt: number) => Promise<Store>;
  readonly clean: () => Promise<void>;
};

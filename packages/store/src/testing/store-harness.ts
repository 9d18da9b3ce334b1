import type { Store } from "@trading-oms/brokerage/ports";

/** A store one of whose statements fails. */
export type FaultyStore = {
  readonly store: Store;
  /** Whether that statement was reached. */
  readonly hasStruck: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** A store that can be made to go away, or to have no room, and to come back. */
type UnsteadyStore = {
  readonly store: Store;
  readonly goAway: () => void | Promise<void>;
  readonly comeBack: () => void | Promise<void>;
};

/** What an engine has to offer so that its store can be held to its promises. */
export type StoreHarness = {
  /** A store that holds nothing. */
  readonly open: () => Promise<Store>;
  /** A second way into the store that was opened last, as another process has it. */
  readonly openBeside: () => Promise<Store>;
  /** The same, but its n-th statement from then on, from 1, fails; those before it and after it do not. */
  readonly openFaulty: (failAt: number) => Promise<FaultyStore>;
  /** A second way into the store that was opened last, on which it can go away. */
  readonly openUnsteady: () => Promise<UnsteadyStore>;
  /** The statements that an older schema was made by, which had so many steps. */
  readonly stepsOf: (count: number) => readonly string[];
  /** Makes a new place, in which these statements are run. */
  readonly makePlace: (statements: readonly string[]) => Promise<void>;
  /** Brings the place that was made last to the schema by statements whose n-th fails; tells whether there was one. */
  readonly migrateFaulty: (failAt: number) => Promise<boolean>;
  readonly clean: () => Promise<void>;
};

import type { DurableStore, Store } from "@trading-oms/brokerage/ports";

/** A store with one failing statement. */
export type FaultyStore<Opened extends Store = DurableStore> = {
  readonly store: Opened;
  /** Whether the failing statement was reached. */
  readonly hasFired: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** A store with an outage or a full disk on demand. */
type InterruptibleStore<Opened extends Store> = {
  readonly store: Opened;
  readonly interrupt: () => void | Promise<void>;
  readonly resume: () => void | Promise<void>;
};

/** What the suite needs from an engine. "The latest database" is that of the last `open` or `createDatabase`. */
export type StoreHarness<Opened extends Store = DurableStore> = {
  /** Opens a store on a new, empty database. */
  readonly open: () => Promise<Opened>;
  /** Opens the latest database again, as another process does. */
  readonly openBeside: () => Promise<Opened>;
  /** Opens the latest database again, with a fault at the n-th statement, counted from 1. Only that statement fails. */
  readonly openFaulty: (failAt: number) => Promise<FaultyStore<Opened>>;
  /** Opens the latest database again, through a connection that the test can interrupt. */
  readonly openInterruptible: () => Promise<InterruptibleStore<Opened>>;
  /** Creates a new, empty database without the schema. */
  readonly createDatabase: () => Promise<void>;
  /** Creates the schema in the latest database with a fault at the n-th statement. Returns whether the fault fired. */
  readonly createSchemaFaulty: (failAt: number) => Promise<boolean>;
  readonly clean: () => Promise<void>;
};

import type { Store } from "@trading-oms/brokerage/ports";

/** A place that holds nothing yet, for one engine. */
export type Engine = {
  readonly name: string;
  readonly place: string;
  readonly open: () => Promise<Store>;
  /** Cuts every connection to a server, and tells how many; there is none where the store is a file. */
  readonly cut: (() => Promise<number>) | undefined;
  /** Resolves once nothing of a process that was killed is under way any more. */
  readonly rest: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

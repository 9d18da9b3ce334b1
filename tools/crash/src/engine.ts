import type { Store } from "@trading-oms/brokerage/ports";

/** A place that holds nothing yet, for one engine. */
export type Engine = {
  readonly name: string;
  readonly place: string;
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
};

import type { Store } from "@trading-oms/brokerage/ports";
import type { Cut } from "./cut.ts";

/** A place that holds nothing yet, for one engine. */
export type Engine = {
  readonly name: string;
  readonly place: string;
  readonly open: () => Promise<Store>;
  /** Cuts every connection to a server; there is none where the store is a file. */
  readonly cut: (() => Promise<Cut>) | undefined;
  /** Resolves once nothing of a process that was killed is under way any more. */
  readonly rest: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

import type { WatchedMarket } from "../watch/open-watched-market.ts";
import type { Client, Shared } from "./open-client.ts";
import type { Cluster } from "./open-cluster.ts";
import type { Outage } from "./outage.ts";

/** A run: what it works on, and what came of it so far. */
export type ClusterRun = {
  readonly cluster: Cluster;
  readonly market: WatchedMarket;
  readonly shared: Shared;
  /** Asks whether what was away is well again. */
  readonly prober: Client;
  readonly outages: Outage[];
  readonly faults: string[];
  /** Tells what happens while it does. */
  readonly say: (line: string) => void;
};

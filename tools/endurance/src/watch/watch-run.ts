import type { Fleet } from "./open-fleet.ts";
import type { WatchedMarket } from "./open-watched-market.ts";

/** A run of a variant: what it works on, how much it is to do, and what came of it so far. */
export type WatchRun = {
  readonly market: WatchedMarket;
  readonly fleet: Fleet;
  readonly killCount: number;
  readonly interruptions: Interruption[];
  /** How long it took, after a server was told to stop, until the other had its shards. */
  readonly handoversMs: number[];
  /** What did not come in time; the first one ends the run, since no later round could be told from it. */
  readonly faults: string[];
};

/** A server that was killed in the middle of a round. */
export type Interruption = {
  /** What was judged of the round before the end. */
  readonly judgedCount: number;
  /** What it left behind in the shards that it held. */
  readonly leftCount: number;
  /** How long until the rest of the round was told. */
  readonly takeoverMs: number;
};

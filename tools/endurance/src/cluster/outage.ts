/** What was done to the cluster. */
export type OutageKind = "kill" | "fast" | "immediate" | "feed" | "replica" | "pause";

/** A time in which something was away, by the wall clock, from before it went until all was seen to be well again. */
export type Outage = {
  readonly kind: OutageKind;
  /** The server that was killed. */
  readonly server: number | undefined;
  readonly beganMs: number;
  /** When what was away was there again, as far as it says so itself. */
  readonly backMs: number;
  readonly endedMs: number;
};

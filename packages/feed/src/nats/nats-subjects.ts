/** Where on NATS a feed is. */
export type NatsSubjects = {
  /** Frames of changes and heartbeats. */
  readonly changes: string;
  /** Requests for snapshots, which are answered in parts to where the request says. */
  readonly snapshots: string;
};

/** Names the subjects of the one feed that there is. */
export const natsSubjects: NatsSubjects = {
  changes: "oms.market.changes",
  snapshots: "oms.market.snapshots",
};

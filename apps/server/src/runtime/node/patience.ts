/** How long a server waits for whoever sends slowly, or doesn't read. */
export type Patience = {
  readonly headersMsMax: number;
  readonly requestMsMax: number;
  /** How long the rest of a request may come that has its answer already. */
  readonly restMsMax: number;
  /** How long an answer may wait for whoever reads none of it. */
  readonly unreadMsMax: number;
  /** The same once the server is ending. */
  readonly unreadEndingMsMax: number;
};

/** What holds where nobody says anything else. */
export const patienceByDefault: Patience = {
  headersMsMax: 10_000,
  requestMsMax: 60_000,
  restMsMax: 1_000,
  unreadMsMax: 30_000,
  unreadEndingMsMax: 5_000,
};

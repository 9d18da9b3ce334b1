/** When a source of prices was last heard by any process that saves its quotes. */
export type HeardTimes = {
  readonly feedHeardAtMs?: number | undefined;
  readonly simulationHeardAtMs?: number | undefined;
};

/** Counters that only grow, which reveal changes by other processes, and when the sources of prices were heard. */
export type StoreVersions = HeardTimes & {
  readonly catalog: number;
  readonly rates: number;
  readonly marks: number;
  readonly holidays: number;
  readonly quotes: number;
  readonly exDates: number;
};

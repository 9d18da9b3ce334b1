/** How often and how long things are measured, and how much is held meanwhile. */
export type MarginRounds = {
  readonly covers: { readonly rounds: number; readonly durationMs: number };
  readonly watch: WatchRounds;
};

/** The same of a watch. */
export type WatchRounds = {
  /** The largest is last. */
  readonly positionCounts: readonly number[];
  /** In one go: processors are counted in steps of some milliseconds. */
  readonly ticks: number;
  readonly rounds: number;
  readonly hitCounts: readonly number[];
  readonly hitRounds: number;
};

/** On a machine of its own. */
export const fullRounds: MarginRounds = {
  covers: { rounds: 3, durationMs: 2_000 },
  watch: {
    positionCounts: [1_000, 10_000, 100_000, 1_000_000],
    ticks: 200_000,
    rounds: 11,
    hitCounts: [1, 10, 100, 1_000, 10_000],
    hitRounds: 15,
  },
};

/** In less than half a minute. */
export const shortRounds: MarginRounds = {
  covers: { rounds: 1, durationMs: 500 },
  watch: {
    positionCounts: [1_000, 10_000, 100_000],
    ticks: 200_000,
    rounds: 5,
    hitCounts: [1, 10, 100, 1_000, 10_000],
    hitRounds: 5,
  },
};

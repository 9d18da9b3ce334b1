/**
 * Whether something is worth watching for, which keeps a core busy, or better waited for asleep, from which a core takes
 * long to wake. What came soon the last time is watched for, so that who comes seldom costs nothing.
 */
export type Patience = {
  /** Begins to wait. */
  readonly begin: () => void;
  /** Whether it is still worth watching. */
  readonly lasts: () => boolean;
  /** How long this wait has taken so far. */
  readonly waitedMs: () => number;
  /** What was waited for is there. */
  readonly end: () => void;
};

/** What a machine allows: a lone core that watches keeps back whatever it watches for. */
export type PatienceSettings = {
  readonly soonMs: number;
  readonly nowMs: () => number;
  readonly coreCount: number;
};

/** Makes a patience for one kind of wait, of which one is under way at a time. */
export function makePatience({ soonMs, nowMs, coreCount }: PatienceSettings): Patience {
  const isAffordable = coreCount > 1;
  let wasSoon = isAffordable;
  let beganMs = nowMs();
  const waitedMs = (): number => nowMs() - beganMs;
  const isSoon = (): boolean => waitedMs() < soonMs;
  return {
    begin: () => {
      beganMs = nowMs();
    },
    lasts: () => wasSoon && isSoon(),
    waitedMs,
    end: () => {
      wasSoon = isAffordable && isSoon();
    },
  };
}

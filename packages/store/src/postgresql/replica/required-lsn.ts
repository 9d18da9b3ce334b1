/** Tracks how far a replica must have replayed the log of the primary (its LSN) before a user may read from it. */
export type RequiredLsn = {
  /** Records a write of this process for a user. It is durable on the primary by now. */
  readonly recordWrite: (userId: string) => void;
  /** Records that a user has read data as of this LSN. */
  readonly recordRead: (userId: string, lsn: bigint) => void;
  /** Begins a sample. Query the primary's LSN afterwards, and pass it to the returned function. */
  readonly beginSample: () => (lsn: bigint) => void;
  /** The LSN that a replica must have replayed for a user; undefined if it is unknown and the primary must be read. */
  readonly lsnFor: (userId: string) => bigint | undefined;
};

/** The limits of tracking. */
export type RequiredLsnOptions = {
  readonly nowMs: () => number;
  /** The oldest data that a user may read, apart from writes of this process, which the user must always see. */
  readonly staleMsMax: number;
  /** The most users tracked one by one. Beyond it, all users wait for the next sample. */
  readonly userCountMax: number;
};

type Sample = { readonly lsn: bigint; readonly beganMs: number };
/** The requirement of a user: an LSN, or, after a write, that of the first sample begun later than the counted ones. */
type Requirement = { readonly lsn: bigint } | { readonly afterCount: number };

/**
 * Tracks the required LSN by sampling the primary's log. Everything acknowledged before a sample began precedes its LSN, so a
 * replica that has replayed the sample has all of it. Samples are counted; no clocks of two machines are compared.
 */
export function trackRequiredLsn({ nowMs, staleMsMax, userCountMax }: RequiredLsnOptions): RequiredLsn {
  let begunCount = 0;
  /** Samples up to this count are ignored: writes that came after they began may have been forgotten. */
  let ignoredCount = 0;
  let samples: Sample[] = [];
  let users = new Map<string, Requirement>();
  return {
    recordWrite: (userId) => record(userId, { afterCount: begunCount }),
    recordRead: (userId, lsn) => {
      const before = users.get(userId);
      const isLater = before === undefined || ("lsn" in before && before.lsn < lsn);
      if (isLater && lsn > (samples[0]?.lsn ?? 0n)) record(userId, { lsn });
    },
    beginSample: () => {
      begunCount += 1;
      const [count, beganMs] = [begunCount, nowMs()];
      return (lsn) => {
        if (count > ignoredCount) addSample(count, { lsn, beganMs });
      };
    },
    lsnFor: (userId) => {
      dropOldSamples();
      const [oldest] = samples;
      const required = users.get(userId);
      if (oldest === undefined || (required !== undefined && !("lsn" in required))) return undefined;
      return required === undefined || required.lsn < oldest.lsn ? oldest.lsn : required.lsn;
    },
  };

  function record(userId: string, required: Requirement): void {
    users.set(userId, required);
    if (users.size <= userCountMax) return;
    users = new Map();
    samples = [];
    ignoredCount = begunCount;
  }

  function addSample(count: number, sample: Sample): void {
    dropOldSamples();
    samples.push(sample);
    const oldest = samples[0] ?? sample;
    for (const [userId, required] of users) {
      const lsn = "lsn" in required ? required.lsn : required.afterCount < count ? sample.lsn : undefined;
      // Every read requires the oldest sample anyway.
      if (lsn !== undefined && lsn <= oldest.lsn) users.delete(userId);
      else if (lsn !== undefined) users.set(userId, { lsn });
    }
  }

  function dropOldSamples(): void {
    const fromMs = nowMs() - staleMsMax;
    while (samples[0] !== undefined && samples[0].beganMs < fromMs) samples.shift();
  }
}

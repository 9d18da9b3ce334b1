/** How far a copy has to have come before somebody may be shown what it has. */
export type Marks = {
  /** Notes that a user was told something that is durable at the primary by now. */
  readonly noteTold: (userId: string) => void;
  /** Notes that a user was shown what there was at a place of the log. */
  readonly noteShown: (userId: string, place: bigint) => void;
  /** Begins a mark; what it gives takes the place that the primary's log had come to, asked for after the beginning. */
  readonly begin: () => (place: bigint) => void;
  /** The place that a copy has to have reached for a user; undefined where that is not known, so that the primary is asked. */
  readonly placeFor: (userId: string) => bigint | undefined;
};

/** How marks are followed. */
export type MarkSettings = {
  readonly nowMs: () => number;
  /** How old what is shown may be, beyond what the user was told here. */
  readonly behindMsMax: number;
  /** So many users are remembered one by one; beyond that, all wait for the next mark. */
  readonly userCountMax: number;
};

type Mark = { readonly place: bigint; readonly beganMs: number };
/** What a user was told is in front of a place, or of whatever mark is begun after so many. */
type Told = { readonly place: bigint } | { readonly afterCount: number };

/**
 * Follows the primary's log by marks. Whatever was acknowledged before a mark was begun is in front of its place: a copy
 * that has come there has all that anybody was told by then. Marks are counted, and no two clocks are compared.
 */
export function followMarks({ nowMs, behindMsMax, userCountMax }: MarkSettings): Marks {
  let beganCount = 0;
  let trustedAfterCount = 0;
  let marks: Mark[] = [];
  let users = new Map<string, Told>();
  return {
    noteTold: (userId) => note(userId, { afterCount: beganCount }),
    noteShown: (userId, place) => {
      const before = users.get(userId);
      const isMore = before === undefined || ("place" in before && before.place < place);
      if (isMore && place > (marks[0]?.place ?? 0n)) note(userId, { place });
    },
    begin: () => {
      beganCount += 1;
      const [count, beganMs] = [beganCount, nowMs()];
      return (place) => {
        if (count > trustedAfterCount) take(count, { place, beganMs });
      };
    },
    placeFor: (userId) => {
      forgetOld();
      const [oldest] = marks;
      const told = users.get(userId);
      if (oldest === undefined || (told !== undefined && !("place" in told))) return undefined;
      return told === undefined || told.place < oldest.place ? oldest.place : told.place;
    },
  };

  function note(userId: string, told: Told): void {
    users.set(userId, told);
    if (users.size <= userCountMax) return;
    users = new Map();
    marks = [];
    trustedAfterCount = beganCount;
  }

  function take(count: number, mark: Mark): void {
    forgetOld();
    marks.push(mark);
    const oldest = marks[0] ?? mark;
    for (const [userId, told] of users) {
      const place = "place" in told ? told.place : told.afterCount < count ? mark.place : undefined;
      // Whoever is shown anything is shown what is in front of the oldest mark.
      if (place !== undefined && place <= oldest.place) users.delete(userId);
      else if (place !== undefined) users.set(userId, { place });
    }
  }

  function forgetOld(): void {
    const fromMs = nowMs() - behindMsMax;
    while (marks[0] !== undefined && marks[0].beganMs < fromMs) marks.shift();
  }
}

import type { CardVerdict } from "./judge-card.ts";

/** How a contender did on the cards of a row. */
export type CardScore = {
  readonly verdicts: readonly CardVerdict[];
  /** Number, birth date and sex right, in percent of the cards. */
  readonly identityPercent: number;
  /** Everything right, and said to be so. */
  readonly allPercent: number;
  /** Numbers given away that are not on the card. */
  readonly wrongNumberCount: number;
  /** Cards said to be read whole of which a field is not as on the card. */
  readonly wrongWholeCount: number;
  readonly p50Seconds: number;
  readonly p95Seconds: number;
  readonly megabytes: number;
};

const identity = ["idNumber", "dateOfBirth", "sex"] as const;
/** As many fields as a card bears. */
const fieldCount = 10;

/** Sums up verdicts. */
export function scoreCards(verdicts: readonly CardVerdict[], megabytes: number): CardScore {
  const times = verdicts.map(({ ms }) => ms / 1000).sort((left, right) => left - right);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    verdicts,
    identityPercent: percentOf(verdicts, ({ right }) => identity.every((name) => right.includes(name))),
    allPercent: percentOf(verdicts, ({ isComplete, right }) => isComplete && right.length === fieldCount),
    wrongNumberCount: verdicts.filter(({ wrong }) => wrong.includes("idNumber")).length,
    wrongWholeCount: verdicts.filter(({ isComplete, wrong }) => isComplete && wrong.length > 0).length,
    p50Seconds: at(0.5),
    p95Seconds: at(0.95),
    megabytes,
  };
}

/** The share of verdicts of which something holds, in percent. */
export function percentOf(
  verdicts: readonly CardVerdict[],
  holds: (verdict: CardVerdict) => boolean,
): number {
  return (100 * verdicts.filter(holds).length) / verdicts.length;
}

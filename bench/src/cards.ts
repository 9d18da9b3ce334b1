import type { CardOrder, CardTruth, Severity } from "@trading-oms/cards";

export type { CardTruth };

/** Draws a card with a layout that no reader is tuned with. */
export async function drawCard(order: CardOrder) {
  // Loaded only here, since it comes with a canvas and fonts.
  const { makeJudgingCard } = await import("@trading-oms/cards/judging");
  return makeJudgingCard(order);
}

/** One way in which a card is photographed. */
type CardCondition = {
  readonly name: string;
  readonly severity: Severity;
  /** Degrees, or any: an angle that follows from the seed. */
  readonly turn: number | "any";
  readonly qr: "legible" | "destroyed";
  readonly isTurnedByExif?: boolean;
};

/** Cards that are judged together, and what is to be reached with them. */
export type CardRow = {
  readonly name: string;
  /** What it is called where it is measured by itself: `id-card/phone`. */
  readonly part: string;
  readonly conditions: readonly CardCondition[];
  /** In percent: number, birth date and sex right; everything right in a success; a field wrong in a success. */
  readonly identityAtLeast: number;
  readonly allAtLeast: number;
  readonly wrongAtMost: number;
  readonly p50SecondsAtMost: number;
  readonly p95SecondsAtMost: number;
};

const legible = { turn: 0, qr: "legible" } as const;

/** The cards of a row go through its conditions in turn. */
export const cardRows: readonly CardRow[] = [
  {
    name: "clean, phone, any turn",
    part: "phone",
    conditions: [
      { ...legible, name: "clean", severity: "clean" },
      { ...legible, name: "phone", severity: "phone" },
      { ...legible, name: "phone, quarter turns", severity: "phone", turn: 90 },
      { ...legible, name: "phone, turned by EXIF", severity: "phone", isTurnedByExif: true },
      { ...legible, name: "phone, any turn", severity: "phone", turn: "any" },
      { ...legible, name: "phone, upside down", severity: "phone", turn: 180 },
    ],
    identityAtLeast: 100,
    allAtLeast: 97,
    wrongAtMost: 0.5,
    p50SecondsAtMost: 0.6,
    p95SecondsAtMost: 1.2,
  },
  {
    name: "poor, low resolution",
    part: "poor",
    conditions: [
      { ...legible, name: "poor", severity: "poor" },
      { ...legible, name: "low resolution", severity: "low-resolution" },
    ],
    identityAtLeast: 99.5,
    allAtLeast: 93,
    wrongAtMost: 0.5,
    p50SecondsAtMost: 0.6,
    p95SecondsAtMost: 1.2,
  },
  {
    name: "bad",
    part: "bad",
    conditions: [{ ...legible, name: "bad", severity: "bad" }],
    identityAtLeast: 99,
    allAtLeast: 85,
    wrongAtMost: 1,
    p50SecondsAtMost: 0.8,
    p95SecondsAtMost: 1.5,
  },
  {
    name: "code destroyed",
    part: "no-qr",
    conditions: [
      { name: "phone, code destroyed", severity: "phone", turn: 0, qr: "destroyed" },
      { name: "poor, code destroyed", severity: "poor", turn: 0, qr: "destroyed" },
    ],
    identityAtLeast: 99,
    allAtLeast: 75,
    wrongAtMost: 2,
    p50SecondsAtMost: 1.2,
    p95SecondsAtMost: 2,
  },
];

/** A card of a row: which one, and how it is photographed. */
export type CardTask = { readonly condition: string; readonly order: CardOrder };

/** The cards of a row, both kinds by turns, from a seed on. */
export function listCardTasks(row: CardRow, countOfKind: number, firstSeed: number): CardTask[] {
  return Array.from({ length: countOfKind * 2 }, (_, i) => {
    const number = Math.floor(i / 2);
    const condition = row.conditions[number % row.conditions.length];
    if (condition === undefined) throw new RangeError(`The row "${row.name}" has no condition.`);
    const { name, severity, turn, qr, isTurnedByExif = false } = condition;
    const seed = firstSeed + number;
    // The golden angle goes through all directions evenly.
    const degrees = turn === "any" ? (seed * 137.508) % 360 : turn;
    const kind = i % 2 === 0 ? "2021" : "2024";
    return { condition: name, order: { seed, kind, severity, turn: degrees, qr, isTurnedByExif } };
  });
}

/** How one card was read. */
export type CardVerdict = {
  readonly kind: "2021" | "2024";
  readonly condition: string;
  /** Fields that are as on the card, and those that are not; the rest is missing. */
  readonly right: readonly (keyof CardTruth)[];
  readonly wrong: readonly (keyof CardTruth)[];
  /** Whether the answer says that it is whole. */
  readonly isComplete: boolean;
  readonly ms: number;
};

/** The fields that an answer gives away. */
export type CardFields = Readonly<Partial<Record<keyof CardTruth, string>>>;

/** Compares an answer with what stands on the card, letter by letter and accent by accent. */
export function judgeCard(fields: CardFields, truth: CardTruth): Pick<CardVerdict, "right" | "wrong"> {
  const names = Object.keys(truth) as (keyof CardTruth)[];
  const given = names.filter((name) => fields[name] !== undefined);
  return {
    right: given.filter((name) => fields[name] === truth[name]),
    wrong: given.filter((name) => fields[name] !== truth[name]),
  };
}

const identity = ["idNumber", "dateOfBirth", "sex"] as const;
/** As many fields as a card bears. */
const fieldCount = 10;

/** How the cards of a row were read, in percent of them. */
export function scoreCards(verdicts: readonly CardVerdict[]) {
  const percentOf = (holds: (verdict: CardVerdict) => boolean): number =>
    (100 * verdicts.filter(holds).length) / verdicts.length;
  return {
    identityPercent: percentOf(({ right }) => identity.every((name) => right.includes(name))),
    allPercent: percentOf(({ isComplete, right }) => isComplete && right.length === fieldCount),
    wrongWholePercent: percentOf(({ isComplete, wrong }) => isComplete && wrong.length > 0),
    wrongNumberCount: verdicts.filter(({ wrong }) => wrong.includes("idNumber")).length,
  };
}

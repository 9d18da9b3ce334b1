import type { CardOrder, CardTruth, Severity } from "@trading-oms/cards";

export type { CardTruth };

/** Draws a card with a layout that was never used to tune a reader; a strange one in typefaces and wordings that were not either. */
export async function drawCard(order: CardOrder, isStrange: boolean) {
  // Imported on demand: the module loads a canvas and fonts.
  const { makeJudgingCard } = await import("@trading-oms/cards/judging");
  return makeJudgingCard(order, isStrange);
}

/** How a card is photographed. */
type CardCondition = {
  readonly name: string;
  readonly severity: Severity;
  /** In degrees; `any` derives an angle from the seed. */
  readonly turn: number | "any";
  readonly qr: "legible" | "destroyed";
  readonly isTurnedByExif?: boolean;
};

/** Cards that are scored together, and the scores that they must reach. */
export type CardRow = {
  readonly name: string;
  /** Selects this row on the command line, after `id-card/`. */
  readonly part: string;
  /** Whether typefaces and wordings are unknown and fields up to 3 mm off their places. */
  readonly isStrange: boolean;
  readonly conditions: readonly CardCondition[];
  /** Percent of cards with number, birth date and sex right. */
  readonly identityAtLeast: number;
  /** Percent of cards with every field right that are reported complete. */
  readonly fullyReadAtLeast: number;
  /** Percent of cards that are reported complete with a wrong field. */
  readonly wronglyCompleteAtMost: number;
  readonly p50SecondsAtMost: number;
  readonly p95SecondsAtMost: number;
};

const legible = { turn: 0, qr: "legible" } as const;

/** The cards of a row cycle through its conditions. */
const usualRows: readonly Omit<CardRow, "isStrange">[] = [
  {
    name: "scan, crop, phone, any turn",
    part: "phone",
    conditions: [
      { ...legible, name: "clean", severity: "clean" },
      { ...legible, name: "crop", severity: "crop" },
      { ...legible, name: "screenshot", severity: "screenshot" },
      { ...legible, name: "phone", severity: "phone" },
      { ...legible, name: "phone, quarter turns", severity: "phone", turn: 90 },
      { ...legible, name: "phone, turned by EXIF", severity: "phone", isTurnedByExif: true },
      { ...legible, name: "phone, any turn", severity: "phone", turn: "any" },
      { ...legible, name: "phone, upside down", severity: "phone", turn: 180 },
    ],
    identityAtLeast: 100,
    fullyReadAtLeast: 97,
    wronglyCompleteAtMost: 0.5,
    p50SecondsAtMost: 0.6,
    p95SecondsAtMost: 1.2,
  },
  {
    name: "poor, low resolution, busy, motion",
    part: "poor",
    conditions: [
      { ...legible, name: "poor", severity: "poor" },
      { ...legible, name: "low resolution", severity: "low-resolution" },
      { ...legible, name: "busy table", severity: "busy" },
      { ...legible, name: "motion", severity: "motion" },
    ],
    identityAtLeast: 99.5,
    fullyReadAtLeast: 93,
    wronglyCompleteAtMost: 0.5,
    p50SecondsAtMost: 0.6,
    p95SecondsAtMost: 1.2,
  },
  {
    name: "bad",
    part: "bad",
    conditions: [{ ...legible, name: "bad", severity: "bad" }],
    identityAtLeast: 99,
    fullyReadAtLeast: 85,
    wronglyCompleteAtMost: 1,
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
    fullyReadAtLeast: 60,
    wronglyCompleteAtMost: 1,
    p50SecondsAtMost: 1.2,
    p95SecondsAtMost: 2,
  },
];

/** In strange print five points fewer are asked for. */
const strangePointsLess = 5;

export const cardRows: readonly CardRow[] = [
  ...usualRows.map((row) => ({ ...row, isStrange: false })),
  ...usualRows.map((row) => ({
    ...row,
    name: `strange print: ${row.name}`,
    part: `strange-${row.part}`,
    isStrange: true,
    identityAtLeast: row.identityAtLeast - strangePointsLess,
    fullyReadAtLeast: row.fullyReadAtLeast - strangePointsLess,
  })),
];

/** One card of a row. */
export type CardTask = {
  readonly condition: string;
  readonly order: CardOrder;
  readonly isStrange: boolean;
};

/** Lists the cards of a row, alternating cards of 2021 and 2024, starting at a seed. */
export function listCardTasks(row: CardRow, countPerKind: number, firstSeed: number): CardTask[] {
  return Array.from({ length: countPerKind * 2 }, (_, i) => {
    const number = Math.floor(i / 2);
    const condition = row.conditions[number % row.conditions.length];
    if (condition === undefined) throw new RangeError(`The row "${row.name}" has no condition.`);
    const { name, severity, turn, qr, isTurnedByExif = false } = condition;
    const seed = firstSeed + number;
    // Steps of the golden angle cover all directions evenly.
    const degrees = turn === "any" ? (seed * 137.508) % 360 : turn;
    const kind = i % 2 === 0 ? "2021" : "2024";
    return {
      condition: name,
      isStrange: row.isStrange,
      order: { seed, kind, severity, turn: degrees, qr, isTurnedByExif },
    };
  });
}

/** The result of reading one card. */
export type CardVerdict = {
  readonly kind: "2021" | "2024";
  readonly condition: string;
  readonly seed: number;
  /** Fields that match the card, and fields that do not; all others are missing. */
  readonly right: readonly (keyof CardTruth)[];
  readonly wrong: readonly (keyof CardTruth)[];
  /** Whether the answer reports success. */
  readonly isComplete: boolean;
  /** The confidence of each value that was not doubtful, and whether it was right. */
  readonly certain: readonly (readonly [confidence: number, isRight: boolean])[];
  readonly ms: number;
};

/** The fields of an answer. */
export type CardFields = Readonly<Partial<Record<keyof CardTruth, string>>>;

/** Compares an answer with the printed card, including every accent. */
export function checkCard(fields: CardFields, truth: CardTruth): Pick<CardVerdict, "right" | "wrong"> {
  const names = Object.keys(truth) as (keyof CardTruth)[];
  const given = names.filter((name) => fields[name] !== undefined);
  return {
    right: given.filter((name) => fields[name] === truth[name]),
    wrong: given.filter((name) => fields[name] !== truth[name]),
  };
}

const identity = ["idNumber", "dateOfBirth", "sex"] as const;
/** The number of fields on a card. */
const fieldCount = 10;

/** Scores the cards of a row, in percent. */
export function scoreCards(verdicts: readonly CardVerdict[]) {
  const percentOf = (holds: (verdict: CardVerdict) => boolean): number =>
    (100 * verdicts.filter(holds).length) / verdicts.length;
  return {
    identityPercent: percentOf(({ right }) => identity.every((name) => right.includes(name))),
    fullyReadPercent: percentOf(({ isComplete, right }) => isComplete && right.length === fieldCount),
    wronglyCompletePercent: percentOf(({ isComplete, wrong }) => isComplete && wrong.length > 0),
    wrongNumberCount: verdicts.filter(({ wrong }) => wrong.includes("idNumber")).length,
  };
}

/** The wrong fields of cards that were reported complete, each with the condition, kind and seed of its card in the row. */
export function listWronglyComplete(verdicts: readonly CardVerdict[]): string[] {
  return verdicts
    .filter(({ isComplete, wrong }) => isComplete && wrong.length > 0)
    .map(({ kind, condition, seed, wrong }) => `${condition}, ${kind}, seed ${seed}: ${wrong.join(", ")}`);
}

/** From which confidence on values are counted together. */
const confidences = [0, 0.8, 0.9, 0.95, 0.99] as const;

/** How many values that were not doubtful were right, by the confidence that was reported. */
export function rateCertainty(verdicts: readonly CardVerdict[]) {
  const all = verdicts.flatMap(({ certain }) => certain);
  return confidences.map((from, index) => {
    const to = confidences[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = all.filter(([confidence]) => confidence >= from && confidence < to);
    return { from, count: within.length, rightCount: within.filter(([, isRight]) => isRight).length };
  });
}

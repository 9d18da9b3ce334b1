import type { CardOrder, Severity } from "@trading-oms/cards";

/** One way in which a card is photographed, as far as its row leaves it open. */
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
  /** What it is called where it is measured by itself. */
  readonly part: string;
  readonly conditions: readonly CardCondition[];
  /** The least shares, in percent. */
  readonly least: { readonly identity: number; readonly mrz: number; readonly all: number };
  readonly p95Seconds: number;
};

const legible = { turn: 0, qr: "legible" } as const;

/** The rows of the bench; the cards of a row go through its conditions in turn. */
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
    least: { identity: 100, mrz: 99, all: 97 },
    p95Seconds: 1.5,
  },
  {
    name: "poor, low resolution",
    part: "poor",
    conditions: [
      { ...legible, name: "poor", severity: "poor" },
      { ...legible, name: "low resolution", severity: "low-resolution" },
    ],
    least: { identity: 99.5, mrz: 98, all: 95 },
    p95Seconds: 2,
  },
  {
    name: "bad",
    part: "bad",
    conditions: [{ ...legible, name: "bad", severity: "bad" }],
    least: { identity: 99, mrz: 95, all: 88 },
    p95Seconds: 2.5,
  },
  {
    name: "no legible QR",
    part: "no-qr",
    conditions: [
      { name: "phone, QR destroyed", severity: "phone", turn: 0, qr: "destroyed" },
      { name: "poor, QR destroyed", severity: "poor", turn: 0, qr: "destroyed" },
    ],
    least: { identity: 99, mrz: 98, all: 75 },
    p95Seconds: 2,
  },
];

/** A card of a row: which one, and how it is photographed. */
export type CardTask = {
  readonly condition: string;
  readonly order: CardOrder;
};

/** The cards of a row, those of both kinds by turns, from a seed on. */
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

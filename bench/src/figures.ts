/** How a subject is measured. */
export type BenchOptions = {
  /** Fewer rounds, for a look; the page is not written. */
  readonly isShort: boolean;
};

/** One measured figure. What it has to reach, if anything, is one of the two bounds. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
  /** The peers of the same run, or the parts that a ratio is made of. */
  readonly beside?: string | undefined;
};

/** A bar chart of figures with one unit. */
export type Chart = {
  /** Its file is named after the subject and this. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly isOurs?: boolean }[];
};

/** What a subject has measured. */
export type Measured = { readonly figures: readonly Figure[]; readonly charts?: readonly Chart[] };

/** Whether a figure is within its bound; one without a bound always is. */
export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** A bound as text, or nothing. */
export function boundOf({ atMost, atLeast, unit }: Figure): string | undefined {
  if (atLeast !== undefined) return `≥ ${format(atLeast, unit)}`;
  return atMost === undefined ? undefined : `≤ ${format(atMost, unit)}`;
}

/** A table of figures for the terminal. */
export function printFigures(name: string, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, beside } = figure;
    const bound = boundOf(figure);
    const verdict = bound === undefined ? "" : `   ${bound}   ${isReached(figure) ? "reached" : "MISSED"}`;
    const peers = beside === undefined ? "" : `   (${beside})`;
    return `  ${what.padEnd(64)}${format(value, unit).padStart(20)}${verdict}${peers}`;
  });
  return [name, ...rows, ""].join("\n");
}

/** Counts have no fractions, however small they are. */
const counts = new Set(["bytes", "bytes gzip", "instantiations", "frames", "requests", "cards", "a second"]);

/** A value with its unit, with three digits or more. */
export function format(value: number, unit: string): string {
  const digits = counts.has(unit) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number} ${unit}`.trim();
}

/** The value in the middle, or the lower one of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("No values have no median.");
  return quantileOf(values, 0.5);
}

/** The value that this share of the values does not exceed. */
export function quantileOf(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right);
  const at = Math.max(0, Math.ceil(ordered.length * share) - 1);
  return ordered[at] ?? Number.NaN;
}

/** The median of ratios, each of two values of one round, so that both met the same machine. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return medianOf(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/** Options of a benchmark. */
export type BenchOptions = {
  /** Fewer rounds, for a quick look. */
  readonly isShort: boolean;
};

/** One measured figure. It may have one bound. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
  /** Results of peers in the same run, or the parts of a ratio. */
  readonly beside?: string | undefined;
};

/** A bar chart of values with one unit. */
export type Chart = {
  /** The file name is the subject followed by this name. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly isOurs?: boolean }[];
};

/** The results of a subject. */
export type Measured = { readonly figures: readonly Figure[]; readonly charts?: readonly Chart[] };

/** Whether a figure is within its bound. Figures without a bound pass. */
export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** The bound as text, if there is one. */
export function boundOf({ atMost, atLeast, unit }: Figure): string | undefined {
  if (atLeast !== undefined) return `≥ ${format(atLeast, unit)}`;
  return atMost === undefined ? undefined : `≤ ${format(atMost, unit)}`;
}

/** Formats figures as a table for the terminal. */
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

/** Units of counts, which are printed without fractions. */
const counts = new Set(["bytes", "bytes gzip", "instantiations", "frames", "requests", "cards", "a second"]);

/** Formats a value with its unit and at least three digits. */
export function format(value: number, unit: string): string {
  const digits = counts.has(unit) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number} ${unit}`.trim();
}

/** The median, or the lower one of the two middle values. */
export function medianOf(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("No values have no median.");
  return quantileOf(values, 0.5);
}

/** The smallest value that is not exceeded by this share of the values. */
export function quantileOf(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right);
  const at = Math.max(0, Math.ceil(ordered.length * share) - 1);
  return ordered[at] ?? Number.NaN;
}

/** The median of the ratios of each round, so that both values come from the same conditions. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return medianOf(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

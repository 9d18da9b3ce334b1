/** One measured figure; `reach` is the most and `least` the least that it may be, if anything is asked of it. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly reach?: number;
  readonly least?: number;
};

/** Whether a figure is where it has to be. */
export function isReached({ value, reach, least }: Figure): boolean {
  return (reach === undefined || value <= reach) && (least === undefined || value >= least);
}

/** A table of figures, each beside what it is to reach. */
export function printFigures(name: string, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, reach, least } = figure;
    const measured = `${round(value, unit)} ${unit}`.padStart(22);
    const bound = reach === undefined ? least : reach;
    if (bound === undefined) return `  ${what.padEnd(58)}${measured}`;
    const sign = reach === undefined ? "≥" : "≤";
    const verdict = isReached(figure) ? "reached" : "MISSED";
    return `  ${what.padEnd(58)}${measured}   ${sign} ${round(bound, unit)} ${unit}   ${verdict}`;
  });
  return [name, ...rows, ""].join("\n");
}

/** The value in the middle of an odd number of values. */
export function medianOf(values: readonly number[]): number {
  const ordered = [...values].sort((left, right) => left - right);
  const middle = ordered[Math.floor(ordered.length / 2)];
  if (middle === undefined) throw new RangeError("No values have no median.");
  return middle;
}

/** What is counted has no fractions, however little of it there is. */
const counted = new Set(["bytes gzip", "instantiations"]);

function round(value: number, unit: string): string {
  return value >= 100 || counted.has(unit) ? Math.round(value).toLocaleString("en") : value.toFixed(2);
}

/** One measured figure; smaller is better, and `reach` is where it has to get to, if anywhere. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly reach?: number;
};

/** A table of figures, each beside what it is to reach. */
export function printFigures(name: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, reach }) => {
    const measured = `${round(value, unit)} ${unit}`.padStart(22);
    if (reach === undefined) return `  ${what.padEnd(58)}${measured}`;
    const verdict = value <= reach ? "reached" : "MISSED";
    return `  ${what.padEnd(58)}${measured}   ≤ ${round(reach, unit)} ${unit}   ${verdict}`;
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

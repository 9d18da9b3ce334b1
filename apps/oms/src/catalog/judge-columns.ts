import { instrumentColumns } from "./instrument-columns.ts";

/** Says what is wrong with the names of the columns; the needed ones may be missing in a row that has few. */
export function judgeColumns(names: readonly string[]): string[] {
  return [
    ...judgeUnknown(names),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `column "${name}" is there twice: leave out one of them.`),
    ...Object.entries(instrumentColumns)
      .filter(([name, { isNeeded }]) => isNeeded && !names.includes(name))
      .map(([name]) => `column ${name} is missing: add it.`),
  ];
}

/** Says which names are none of a column. */
export function judgeUnknown(names: readonly string[]): string[] {
  const known = Object.keys(instrumentColumns);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `column "${name}" is unknown: leave it out, or write one of ${known.join(", ")}.`);
}

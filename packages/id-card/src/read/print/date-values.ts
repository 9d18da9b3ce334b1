import { writeDate } from "../number/write-date.ts";

/** The days of a text, in their order; a zero may be read as a letter that is as round. */
export function dateValues(text: string): string[] {
  const dates = text.matchAll(/([\dOoQ]{2})\s?[/.|lI]?\s?([\dOoQ]{2})\s?[/.|lI]?\s?([\dOoQ]{4})/g);
  return [...dates].flatMap(
    ([, day, month, year]) => writeDate(digitsOf(year), digitsOf(month), digitsOf(day)) ?? [],
  );
}

function digitsOf(part = ""): number {
  return Number(part.replaceAll(/[OoQ]/g, "0"));
}

import { writeDate } from "../number/write-date.ts";

/** The days of a text, in their order. */
export function dateValues(text: string): string[] {
  const dates = text
    .replaceAll(/[Oo](?=[\d/])/g, "0")
    .matchAll(/(\d{2})\s?[/.|lI]?\s?(\d{2})\s?[/.|lI]?\s?(\d{4})/g);
  return [...dates].flatMap(
    ([, day, month, year]) => writeDate(Number(year), Number(month), Number(day)) ?? [],
  );
}

import { writeDate } from "../dates.ts";
import { foldText } from "../lexicon/compare-text.ts";

/** Twelve digits in a row of a line, with some read as the letters they look like. */
export function numberValue(text: string): string | undefined {
  const digits = text
    .replaceAll(/[OoQD]/g, "0")
    .replaceAll(/[Il|]/g, "1")
    .replaceAll(/(?<=\d)[ .](?=\d)/g, "");
  return /(?<!\d)\d{12}(?!\d)/.exec(digits)?.[0];
}

/** The day that stands first in a text, or second, and so on. */
export function dateValue(text: string, index = 0): string | undefined {
  return dateValues(text)[index];
}

/** What a card that does not expire says instead of a day. */
export function endlessValue(text: string): string | undefined {
  return /khong\s*thoi\s*han/i.test(foldText(text)) ? "Không thời hạn" : undefined;
}

/** Nam or Nữ, where one of them stands alone and not in Việt Nam. */
export function sexValue(text: string): "Nam" | "Nữ" | undefined {
  const folded = foldText(text)
    .toLowerCase()
    .replaceAll(/vi.t\s*nam/g, "");
  if (/\bnam\b/.test(folded)) return "Nam";
  return /\bnu\b/.test(folded) ? "Nữ" : undefined;
}

/** A name: the first run of words of capitals. */
export function nameValue(text: string): string | undefined {
  const words = text.split(/[^\p{L}'-]+/u).filter((word) => /^\p{Lu}+$/u.test(word));
  return words.length >= 2 ? words.join(" ") : undefined;
}

/** A place without what recognition put at its ends. */
export function placeValue(text: string): string | undefined {
  const place = text
    .replaceAll(/[^\p{L}\p{N} ,/.'()-]/gu, " ")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ")
    .replaceAll(/(?<=\p{Ll})(?=\d)/gu, " ")
    .replaceAll(/(?<=\d) (?=\d)/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ,/g, ",")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return place.length >= 5 ? place : undefined;
}

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

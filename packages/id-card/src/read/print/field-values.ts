import { formatDate } from "../dates.ts";
import { foldText } from "../lexicon/compare-text.ts";

/** Twelve adjacent digits, some of which may be read as similar letters. A stroke apart from them is the edge of the card. */
export function numberValue(text: string): string | undefined {
  const digits = text
    .replaceAll(/(^|\s)[Il|](?=\s|$)/gm, " ")
    .replaceAll(/[OoQD]/g, "0")
    .replaceAll(/[Il|]/g, "1")
    .replaceAll(/(?<=\d)[ .](?=\d)/g, "");
  return /(?<!\d)\d{12}(?!\d)/.exec(digits)?.[0];
}

/** The date at an index among those of a text. */
export function dateValue(text: string, index = 0): string | undefined {
  return dateValues(text)[index];
}

/** The text that a card without expiry has instead of a date. */
export function noExpiryValue(text: string): string | undefined {
  return /khong\s*thoi\s*han/i.test(foldText(text)) ? "Không thời hạn" : undefined;
}

/** Nam or Nữ as a word, except in Việt Nam. */
export function sexValue(text: string): "Nam" | "Nữ" | undefined {
  // Case matters: năm sinh has a small n, and a name such as NAM is in capitals.
  const words = foldText(text.replaceAll(/vi.t\s*n.m/giu, "")).split(/[^\p{L}]+/u);
  const [isMan, isWoman] = [words.includes("Nam"), words.includes("Nu")];
  if (isMan === isWoman) return undefined;
  return isMan ? "Nam" : "Nữ";
}

/** A name: the words in capitals, at least two. */
export function nameValue(text: string): string | undefined {
  const words = text.split(/[^\p{L}'-]+/u).filter((word) => /^\p{Lu}+$/u.test(word));
  return words.length >= 2 ? words.join(" ") : undefined;
}

/** A place without stray characters, and with lost spaces restored. */
export function placeValue(text: string): string | undefined {
  const place = text
    .replaceAll(/[^\p{L}\p{N} ,/.'()-]/gu, " ")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ")
    .replaceAll(/(?<=\p{Ll})(?=\d)/gu, " ")
    .replaceAll(/(?<=\d) (?=\d)/g, "")
    .replaceAll(/(?<=\d)\. (?=(Khu|Tổ|Khóm|[ẤÁ]p|Xóm|Thôn|Phường|Xã|Thị|Đường|Ngõ) )/gu, ", ")
    .replaceAll(/(?<=\d)\.(?=[ ,]|$)/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ,/g, ",")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return place.length >= 5 ? place : undefined;
}

/** The dates of a text in their order. A zero may be read as O or Q. */
export function dateValues(text: string): string[] {
  const dates = text.matchAll(/([\dOoQ]{2})\s?[/.|lI]?\s?([\dOoQ]{2})\s?[/.|lI]?\s?([\dOoQ]{4})/g);
  return [...dates].flatMap(
    ([, day, month, year]) => formatDate(digitsOf(year), digitsOf(month), digitsOf(day)) ?? [],
  );
}

function digitsOf(part = ""): number {
  return Number(part.replaceAll(/[OoQ]/g, "0"));
}

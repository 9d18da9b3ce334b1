import type { Fields } from "../grammar/walk-document.ts";

/** Characters of every kind that a pattern may accept or reject. */
const probes = [
  ..."aZ09._-/+=~!%#\"'\\<>&{}",
  " ",
  "\u0000",
  "\t",
  "\n",
  "\r",
  "\u007f",
  "\u0080",
  "\u00a0",
  "\u00ad",
  "\u200d",
  "\u200f",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\ud800",
  "\u{e0020}",
  "é",
  "e\u0301",
  "đ",
  "\u017f",
  "\u212a",
  "٣",
  "５",
  "😀",
];

const base64Texts = [
  "QQ==",
  "QUI=",
  "QUJD",
  "QR==",
  "QUJDQQ==",
  "Q",
  "QQ",
  "QQ=",
  "QQ===",
  "=QQ=",
  "QU=J",
  "QQ==QUJD",
  "QQ==\n",
  " QUJD",
  "QU JD",
  "QU-_",
  "data:image/png;base64,QUJD",
  "====",
];

const dateTimes = [
  "2026-11-21T03:20:00Z",
  "2026-11-21T03:20:00.123456789123Z",
  "1799-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "0001-01-01T00:00:00Z",
  "2026-11-21T10:20:00+07:00",
  "2026-11-21T10:20:00-00:30",
  "2026-11-21t03:20:00z",
  "2024-02-29T00:00:00Z",
  "2023-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2000-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-10T00:00:00Z",
  "2026-11-00T00:00:00Z",
  "2026-11-21T24:00:00Z",
  "2026-11-21T23:60:00Z",
  "2016-12-31T23:59:60Z",
  "2016-12-31T22:59:60Z",
  "2017-01-01T06:59:60+07:00",
  "2016-12-31T23:59:61Z",
  "2026-11-21T03:20:00",
  "2026-11-21T03:20Z",
  "2026-11-21 03:20:00Z",
  "2026-11-21",
  "2026-11-21T03:20:00+0700",
  "2026-11-21T03:20:00+07",
  "2026-11-21T03:20:00+24:00",
  "2026-11-21T03:20:00+07:60",
  "2026-11-21T03:20:00.Z",
  "20261121T032000Z",
  " 2026-11-21T03:20:00Z",
];

const longText = "A".repeat(20_000);

/** Texts on both sides of every constraint of a schema. */
export function boundaryTexts(schema: Fields): string[] {
  const texts = ["", ...probes, ...probes.flatMap((probe) => [`a${probe}`, `${probe}a`, `aa${probe}aa`])];
  if (schema["contentEncoding"] !== undefined) texts.push(...base64Texts);
  if (schema["format"] !== undefined) texts.push(...dateTimes);
  for (const choice of (schema["enum"] ?? []) as string[]) {
    texts.push(choice, choice.toUpperCase(), choice.toLowerCase(), `${choice} `, choice.slice(1));
  }
  // Reveals a bound that the schema does not have.
  if (schema["maxLength"] === undefined) texts.push(longText, `${longText}😀`);
  for (const bound of [schema["minLength"], schema["maxLength"]]) {
    if (typeof bound === "number") texts.push(...textsAround(bound));
  }
  return texts;
}

/**
 * Short bounds are also tested with characters of two UTF-16 units, so that only a count of code points passes. A text
 * of millions of characters takes a tenth of a second, so the bound of an image gets only two texts; they differ by
 * four, because Base64 has no lengths in between.
 */
function textsAround(bound: number): string[] {
  if (bound > 10_000) return [longTextOf(bound), longTextOf(bound + 4)];
  const lengths = [bound - 1, bound, bound + 1].filter((length) => length >= 0);
  return ["a", "đ", "😀", "e\u0301"].flatMap((filling) => lengths.map((length) => filling.repeat(length)));
}

const longTexts = new Map<number, string>();

/** Parsed from JSON to get a flat string: validators take five times as long on the rope that `repeat` makes. */
function longTextOf(length: number): string {
  const text = longTexts.get(length) ?? (JSON.parse(`"${"A".repeat(length)}"`) as string);
  longTexts.set(length, text);
  return text;
}

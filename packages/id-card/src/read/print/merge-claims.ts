import type { Claim } from "../weigh/claim.ts";
import { foldLetters } from "./fold-text.ts";

/** What two readings of the same print come to. Recognition loses accents far more often than it invents them. */
export function mergeClaims(one: Claim, two: Claim): Claim {
  const surer = two.confidence > one.confidence ? two : one;
  if (one.value === two.value) return { ...surer, confidence: 1 - (1 - surer.confidence) * 0.65 };
  // Of two days one is misread, and nothing in a day tells which.
  if (surer.field.startsWith("dateOf")) return { ...surer, confidence: surer.confidence * shareOfTornDay };
  if (foldLetters(one.value).letters !== foldLetters(two.value).letters) return surer;
  const [fewer, more] = countAccents(one.value) < countAccents(two.value) ? [one, two] : [two, one];
  if (countAccents(fewer.value) === countAccents(more.value)) return surer;
  return { ...more, confidence: Math.max(more.confidence, fewer.confidence * 0.9) };
}

const shareOfTornDay = 0.8;

function countAccents(text: string): number {
  return text.normalize("NFD").match(/[\p{M}đĐ]/gu)?.length ?? 0;
}

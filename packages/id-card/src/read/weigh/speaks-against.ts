import { foldLetters } from "../print/fold-text.ts";
import type { Claim } from "./claim.ts";
import { isMisreadOf } from "./is-misread-of.ts";

/** How alike two texts must be not to contradict each other, as a share of their letters. */
const likenessMin = { fullName: 0.75, places: 0.5 };

/** Print that was read no surer than this contradicts nothing. */
const printConfidenceMin = 0.8;

/** Whether one claim contradicts another of the same field, rather than being the same thing read less well. */
export function speaksAgainst(claim: Claim, other: Claim): boolean {
  const isPrint = other.source === "print" || claim.source === "print";
  if (other.source === "print" && other.confidence < printConfidenceMin) return false;
  if (claim.field === "idNumber") {
    return isPrint ? !isMisreadOf(claim.value, other.value) : claim.value !== other.value;
  }
  if (claim.field === "fullName") return likenessOf(claim.value, other.value) < likenessMin.fullName;
  if (claim.field.startsWith("placeOf")) return likenessOf(claim.value, other.value) < likenessMin.places;
  return claim.value !== other.value;
}

/** How much of the letters of the longer text the other has, in their order: 1 for the same letters. */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [foldLetters(one).letters, foldLetters(other).letters];
  let row = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let i = 0; i < b.length; i += 1) {
      const through = (row[i] ?? 0) + (letter === b[i] ? 1 : 0);
      next.push(Math.max(through, row[i + 1] ?? 0, next[i] ?? 0));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(1, a.length, b.length);
}

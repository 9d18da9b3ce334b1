import { classifyChanges } from "./classify-change.ts";
import { describeChange } from "./locate-changes.ts";
import { plantDocument } from "./plant-document.ts";

/** A claim, the piece of the planted document that is replaced, what replaces it, and what that comes to. */
export type Row = readonly [claim: string, piece: string, replacement: string, ...lines: string[]];

/** What a replacement of pieces of the planted document comes to, a line for each change. */
export function classifyPlanted(replacements: Readonly<Record<string, string>>): string[] {
  const before = plantDocument();
  const after = plantDocument(replacements);
  return classifyChanges(before, after).map(
    (change) => `${change.weight}: ${describeChange(change, [before, after])}`,
  );
}

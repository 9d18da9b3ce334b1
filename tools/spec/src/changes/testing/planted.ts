import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceOnce } from "../../cli/replace-once.ts";
import type { Fields } from "../../grammar/walk-document.ts";
import { readDocumentText } from "../../read/read-document.ts";
import { classifyChanges } from "../classify-change.ts";
import { describeChange } from "../locate-changes.ts";

/** A small document that has every part that the rules cover. */
export const plantedText: string = readFileSync(join(import.meta.dirname, "planted.yaml"), "utf8");

/** The small document, with parts of its text replaced. */
export function plantDocument(replacements: Readonly<Record<string, string>> = {}): Fields {
  let text = plantedText;
  for (const [piece, replacement] of Object.entries(replacements)) {
    text = replaceOnce(text, piece, replacement);
  }
  const reading = readDocumentText("planted.yaml", text);
  if (reading.kind === "faulty") throw new Error(reading.faults.map(({ message }) => message).join("; "));
  return reading.document;
}

/** A title, the replaced piece of the small document, its replacement, and the expected lines. */
export type Row = readonly [claim: string, piece: string, replacement: string, ...lines: string[]];

/** Classifies the effect of replacements in the small document, one line per change. */
export function classifyPlanted(replacements: Readonly<Record<string, string>>): string[] {
  const before = plantDocument();
  const after = plantDocument(replacements);
  return classifyChanges(before, after).map(
    (change) => `${change.weight}: ${describeChange(change, [before, after])}`,
  );
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocumentText } from "../read-document.ts";
import type { Fields } from "../walk-document.ts";
import { classifyChanges } from "./classify-change.ts";
import { describeChange } from "./locate-changes.ts";

/** The text of a small document of every part that the rules speak of. */
export const plantedText: string = readFileSync(join(import.meta.dirname, "planted.yaml"), "utf8");

/** The planted document, with pieces of its text replaced. */
export function plantDocument(replacements: Readonly<Record<string, string>> = {}): Fields {
  let text = plantedText;
  for (const [piece, replacement] of Object.entries(replacements)) {
    text = replaceOnce(text, piece, replacement);
  }
  const reading = readDocumentText("planted.yaml", text);
  if (reading.kind === "faulty") throw new Error(reading.faults.map(({ message }) => message).join("; "));
  return reading.document;
}

/** Replaces a piece that has to stand in a text exactly once, so that no test changes less than it says. */
export function replaceOnce(text: string, piece: string, replacement: string): string {
  const parts = text.split(piece);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(piece)} stands ${parts.length - 1} times.`);
  return parts.join(replacement);
}

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

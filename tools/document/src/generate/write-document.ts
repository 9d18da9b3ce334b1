import type { Fields } from "../walk-document.ts";

/** Writes the document itself as a value; its examples are files, and stay behind. */
export function writeDocument(document: Fields): string {
  const text = JSON.stringify(document, (name, value) => (name === "examples" ? undefined : value));
  return `export const document: Readonly<Record<string, unknown>> = ${text};\n`;
}

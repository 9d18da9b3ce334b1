import { isFields } from "../walk-document.ts";

/** Lists the files that a document names as examples, in order and each once, such as `examples/errors/404.json`. */
export function listExampleNames(document: unknown): readonly string[] {
  const names = new Set<string>();
  collectNames(document, names);
  return [...names].sort();
}

function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectNames(item, names);
  if (!isFields(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "externalValue" && typeof member === "string") names.add(member);
    else collectNames(member, names);
  }
}

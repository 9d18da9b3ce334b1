import type { Check } from "./check.ts";
import { plantTree } from "./plant-tree.ts";
import { renderFinding } from "./render-finding.ts";

/** Says what a check finds in literal files, in the words a person would read. */
export function findIn(check: Check, files: Readonly<Record<string, string>>): string[] {
  return [...check.find(plantTree(files))].map((finding) => renderFinding(check.name, finding));
}

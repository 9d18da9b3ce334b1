import type { Check } from "./check.ts";
import { renderFinding } from "./render-finding.ts";
import type { Tree } from "./tree.ts";

/** What a run has to say. */
export interface Outcome {
  /** One line a finding, in the order of the checks. */
  readonly findings: readonly string[];
  readonly summary: readonly string[];
}

/** Runs checks against a tree and puts what they find into words. */
export function runChecks(checks: readonly Check[], tree: Tree): Outcome {
  const findings: string[] = [];
  const waiting: string[] = [];
  let broken = 0;
  for (const check of checks) {
    const found = [...check.find(tree)].map((finding) => renderFinding(check.name, finding));
    const missing = check.rooms.filter((room) => !tree.has(room));
    findings.push(...found);
    if (found.length > 0) broken += 1;
    else if (missing.length > 0) waiting.push(`  ${check.name} waits for ${missing.join(", ")}`);
  }
  return { findings, summary: summarize(checks.length, broken, findings.length, waiting) };
}

function summarize(all: number, broken: number, findings: number, waiting: readonly string[]): string[] {
  const parts = [`${all - broken - waiting.length} hold`];
  if (broken > 0) parts.push(`${broken} found ${findings} to mend`);
  if (waiting.length > 0) parts.push(`${waiting.length} wait for rooms that do not exist yet:`);
  return [`tidy: ${all} checks, ${parts.join(", ")}`, ...waiting];
}

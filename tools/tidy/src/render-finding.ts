import type { Finding } from "./check.ts";

/** Puts a finding on one line that an editor can jump to. */
export function renderFinding(checkName: string, finding: Finding): string {
  return `${finding.path}:${finding.line}: ${finding.wrong} Mend: ${finding.mend} [${checkName}]`;
}

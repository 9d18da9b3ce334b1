import { printFault } from "../fault.ts";
import { changesUnannounced, type Judgement } from "./judge-release.ts";
import type { LocatedChange } from "./locate-changes.ts";
import { furthestLevel, levelOfWeight } from "./release-level.ts";
import type { Weight } from "./verdict.ts";

/** Writes a judgement for a person: each thing that is wrong with its place and its mend, or one line when all holds. */
export function reportJudgement(
  judgement: Judgement,
  documentPath: string,
  showPath: (path: string) => string,
): string[] {
  const faults = judgement.faults.map((fault) => printFault({ ...fault, path: showPath(fault.path) }));
  const unannounced = changesUnannounced(judgement);
  if (unannounced.length > 0) {
    return [
      ...faults,
      ...unannounced.map((change) => printChange(change, documentPath)),
      sayMend(judgement, unannounced, showPath),
    ];
  }
  return faults.length > 0 ? faults : [sayPassed(judgement, showPath)];
}

function printChange(change: LocatedChange, path: string): string {
  const { weight, description, reason, line, column } = change;
  return printFault({ path, line, column, message: `${weight}: ${description}; ${reason}` });
}

type ShowPath = (path: string) => string;

function sayMend(judgement: Judgement, unannounced: readonly LocatedChange[], showPath: ShowPath): string {
  const needed = furthestLevel(unannounced.map(({ weight }) => levelOfWeight[weight]));
  const announced =
    judgement.announcements.length === 0
      ? "no changeset announces it"
      : `only ${sayAnnounced(judgement, showPath)}`;
  return `${countChanges(judgement)}, and ${announced}. Take it back, or run \`pnpm changeset\` and choose @trading-oms/types and ${needed}; where \`changeset version\` has just run, \`node tools/document/src/changes/stamp-document.ts\` is still to run.`;
}

function sayPassed(judgement: Judgement, showPath: ShowPath): string {
  if (judgement.changes.length === 0) return `no change since ${judgement.since}`;
  return `${countChanges(judgement)}, announced: ${sayAnnounced(judgement, showPath)}`;
}

function sayAnnounced({ announcements }: Judgement, showPath: ShowPath): string {
  return announcements.map(({ path, level }) => `${level} in ${showPath(path)}`).join(", ");
}

function countChanges({ changes, since }: Judgement): string {
  const weights: readonly Weight[] = ["breaking", "compatible", "words"];
  const counts = weights
    .map((weight) => ({ weight, count: changes.filter((change) => change.weight === weight).length }))
    .filter(({ count }) => count > 0)
    .map(({ weight, count }) => `${count} ${weight === "words" ? "of words" : weight}`);
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"} since ${since} (${counts.join(", ")})`;
}

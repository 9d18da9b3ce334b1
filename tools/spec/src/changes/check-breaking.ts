import { join, relative, resolve } from "node:path";
import { type Output, readCommand } from "../cli/command.ts";
import { printFault } from "../read/parse-yaml.ts";
import { documents } from "../read/registry.ts";
import { changesUnannounced, checkRelease, type Judgement } from "./check-release.ts";
import type { Weight } from "./classify-change.ts";
import type { LocatedChange } from "./locate-changes.ts";
import { furthestLevel, levelOfWeight } from "./release-group.ts";

/** Formats a judgement: every fault with its place and fix, or one line if there are none. */
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
      describeFix(judgement, unannounced, showPath),
    ];
  }
  return faults.length > 0 ? faults : [describePassed(judgement, showPath)];
}

function printChange(change: LocatedChange, path: string): string {
  const { weight, description, reason, line, column } = change;
  return printFault({ path, line, column, message: `${weight}: ${description}; ${reason}` });
}

type ShowPath = (path: string) => string;

function describeFix(
  judgement: Judgement,
  unannounced: readonly LocatedChange[],
  showPath: ShowPath,
): string {
  const needed = furthestLevel(unannounced.map(({ weight }) => levelOfWeight[weight]));
  const announced =
    judgement.announcements.length === 0
      ? "no changeset announces it"
      : `only ${describeAnnounced(judgement, showPath)}`;
  return `${countChanges(judgement)}, and ${announced}. Take it back, or run \`pnpm changeset\` and choose @trading-oms/types and ${needed}; where \`changeset version\` has just run, \`node tools/spec/src/changes/stamp-document.ts\` is still to run.`;
}

function describePassed(judgement: Judgement, showPath: ShowPath): string {
  if (judgement.changes.length === 0) return `no change since ${judgement.since}`;
  return `${countChanges(judgement)}, announced: ${describeAnnounced(judgement, showPath)}`;
}

function describeAnnounced({ announcements }: Judgement, showPath: ShowPath): string {
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

const usage = `Holds what changed in each frozen document since its last release against the changesets that announce it.

  pnpm lab breaking [--document FILE] [--baseline FILE] [--changesets DIR] [--json]

  --document FILE    the document                      (each frozen one of openapi/documents.ts)
  --baseline FILE    what that document is held against (the latest of its copies in openapi/published)
  --changesets DIR   where the changesets are          (.changeset)
  --root DIR         the repository around all of it   (this one)
  --json             the judgements for a program
  --help             this text

A breaking change takes a major changeset, a compatible one a minor, a change of words a patch. Exit codes: 0 all of it
is announced, 1 something is to be mended, 2 used wrongly.`;

const options = {
  root: { type: "string", default: resolve(import.meta.dirname, "../../../..") },
  document: { type: "string" },
  baseline: { type: "string" },
  changesets: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

if (import.meta.main) process.exitCode = await checkBreaking(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function checkBreaking(
  words: readonly string[],
  folder: string,
  output: Output,
): Promise<number> {
  const command = readCommand({ words, options, usage, output });
  if ("exitCode" in command) return command.exitCode;
  const { json, ...named } = command.values;
  const root = resolve(folder, named.root);
  const frozen = documents.filter(({ isFrozen }) => isFrozen).map(({ file }) => join(root, "openapi", file));
  const changesets = resolve(folder, named.changesets ?? join(root, ".changeset"));
  const baseline = named.baseline === undefined ? undefined : resolve(folder, named.baseline);
  let code = 0;
  const judgements: object[] = [];
  for (const document of named.document === undefined ? frozen : [resolve(folder, named.document)]) {
    const judgement = await checkRelease({ root, document, baseline, changesets });
    const isSound = judgement.faults.length === 0 && changesUnannounced(judgement).length === 0;
    if (!isSound) code = 1;
    const showPath = (path: string): string => relative(folder, path);
    judgements.push({ document: showPath(document), isSound, ...judgement });
    if (json) continue;
    for (const line of reportJudgement(judgement, showPath(document), showPath)) {
      if (isSound) output.log(`${showPath(document)}: ${line}`);
      else output.error(line);
    }
  }
  if (json) output.log(JSON.stringify(judgements, undefined, 2));
  return code;
}

import { resolve } from "node:path";
import { type Output, readCommand, reportFaults } from "../cli/command.ts";
import { writeTogether } from "../cli/write-together.ts";
import { planStamp } from "./plan-stamp.ts";

const usage = `Gives each frozen document the version of its release, and freezes a copy of it in openapi/published.

  node tools/spec/src/changes/stamp-document.ts [--amend-baseline] [--root DIR]

  --amend-baseline   freeze each anew under the version that it has, as a correction of that release
  --root DIR         the repository   (this one)
  --help             this text

It runs after \`changeset version\`, as the second half of \`pnpm version-packages\`. Without a change of the document it
does nothing. Exit codes: 0 done or nothing to do, 1 refused and nothing written, 2 used wrongly.`;

const options = {
  root: { type: "string", default: resolve(import.meta.dirname, "../../../..") },
  "amend-baseline": { type: "boolean", default: false },
} as const;

if (import.meta.main) process.exitCode = await stampDocument(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function stampDocument(
  words: readonly string[],
  folder: string,
  output: Output,
): Promise<number> {
  const command = readCommand({ words, options, usage, output });
  if ("exitCode" in command) return command.exitCode;
  const { root, "amend-baseline": isAmendment } = command.values;
  const plan = await planStamp(resolve(folder, root), isAmendment);
  if (plan.kind === "refused") {
    reportFaults(plan.faults, folder, output);
    return 1;
  }
  await writeTogether(plan.files);
  output.log(plan.outcome);
  return 0;
}

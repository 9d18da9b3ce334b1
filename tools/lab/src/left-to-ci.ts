import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Says what CI runs beyond `npm test`: the commands that its list names, and how many files of tests wait for them. */
export function listLeftToCi(listOfCi: string, paths: readonly string[]): string {
  const asked = listOfCi.matchAll(/^(?:step|beside) '[^']*' (?:workspace|compiled_once) (\S+)/gm);
  const commands = [...new Set(Array.from(asked, ([, command = ""]) => command))];
  const files = paths.filter((path) => path.endsWith(".ci.test.ts"));
  return `Left to CI, which runs .ci/run: ${files.length} files *.ci.test.ts, and ${commands.join(", ")}.`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../../..");
  const files = globSync("{apps,packages,tools}/*/src/**/*.ci.test.ts", { cwd: root });
  console.log(listLeftToCi(readFileSync(join(root, ".ci/run"), "utf8"), files));
}

import type { Check } from "../check.ts";
import { type Manifest, manifests, readManifest } from "../house/manifests.ts";
import type { Tree } from "../tree.ts";

const ending = ".ci.test.ts";

/** What `npm test` leaves out is easily left out for good. */
export const ciTestIsRun: Check = {
  name: "ci-test-is-run",
  rule: "Each `*.ci.test.ts` is left out of its package's `test`, and run by another script that `.ci/run` comes to.",
  rooms: [],
  *find(tree) {
    const asked = tree.has("package.json") && tree.has(".ci/run") ? linesOfCi(tree) : [];
    for (const { folder, fields } of manifests(tree)) {
      const scripts = Object.entries(fields.scripts ?? {});
      const runBy = scripts.filter(
        ([name]) => name !== "test" && asked.some((line) => runs(line, fields, name)),
      );
      for (const path of tree.paths.filter(
        (each) => each.startsWith(`${folder}/`) && each.endsWith(ending),
      )) {
        const isRun = runBy.some(([, command]) => selects(command, path));
        const isLeftOut = scripts.every(([name, command]) => name !== "test" || !selects(command, path));
        if (isRun && isLeftOut) continue;
        yield {
          path,
          line: 1,
          wrong: isRun ? "`npm test` runs it as well." : "Nothing that `.ci/run` asks for runs it.",
          mend: isRun
            ? `Exclude \`**/*${ending}\` from the package's \`test\`.`
            : "Name it in a `test:…` of its package, run that from a script of the root, and that from `.ci/run`.",
        };
      }
    }
  },
  breach: {
    "packages/planted/package.json": '{ "scripts": { "test": "vitest run" } }\n',
    "packages/planted/src/planted.ci.test.ts":
      'import { expect, test } from "vitest";\n\ntest("One and one are two", () => {\n  expect(1 + 1).toBe(2);\n});\n',
  },
};

/** The scripts of the root that `.ci/run` names, each with what it does. */
function linesOfCi(tree: Tree): string[] {
  const asked = new Set(tree.text(".ci/run").split(/\s+/));
  const scripts = Object.entries(readManifest(tree, "package.json").fields.scripts ?? {});
  return scripts.filter(([name]) => asked.has(name)).map(([, line]) => line);
}

function runs(line: string, { name }: Manifest["fields"], script: string): boolean {
  return line.split("&&").some((part) => {
    const words = part.trim().split(/\s+/);
    return words.includes(String(name)) && words.at(-1) === script;
  });
}

/** Whether Vitest would run a file for these words: it is in no pattern that is excluded, and in one that is named, if any is. */
function selects(command: string, path: string): boolean {
  if (!command.startsWith("vitest run")) return false;
  const excluded = Array.from(command.matchAll(/--exclude '\*\*\/\*([^'*]+)\*?'/g), ([, part = ""]) => part);
  const named = command
    .replaceAll(/--exclude '[^']*'|--\S+|vitest run/g, "")
    .trim()
    .split(/\s+/);
  const isNamed = named.some((word) => path.includes(word));
  return isNamed && !excluded.some((part) => path.includes(part));
}

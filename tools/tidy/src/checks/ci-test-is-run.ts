import type { Check } from "../check.ts";
import { readManifest } from "../house/manifests.ts";
import type { Tree } from "../tree.ts";

/** What `npm test` leaves out is easily left out for good. */
export const ciTestIsRun: Check = {
  name: "ci-test-is-run",
  rule: "Each `*.ci.test.ts` is run by a script of the root that `.ci/run` names.",
  rooms: [],
  *find(tree) {
    const patterns = tree.has("package.json") && tree.has(".ci/run") ? patternsOfCi(tree) : [];
    for (const path of tree.paths.filter((each) => each.endsWith(".ci.test.ts"))) {
      if (patterns.some((pattern) => path.includes(pattern))) continue;
      yield {
        path,
        line: 1,
        wrong: "Nothing that `.ci/run` asks for runs it.",
        mend: "Name it in a `vitest run --project ci …` of a script of the root that `.ci/run` names.",
      };
    }
  },
  breach: {
    "packages/planted/src/planted.ci.test.ts":
      'import { expect, test } from "vitest";\n\ntest("One and one are two", () => {\n  expect(1 + 1).toBe(2);\n});\n',
  },
};

/** What the scripts of the root that `.ci/run` names ask of the `ci` project: parts of paths. */
function patternsOfCi(tree: Tree): string[] {
  const asked = new Set(tree.text(".ci/run").split(/\s+/));
  const scripts = Object.entries(readManifest(tree, "package.json").fields.scripts ?? {});
  const lines = scripts.filter(([name]) => asked.has(name)).map(([, line]) => line);
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/vitest run --project ci ([^&]+)/g), ([, words = ""]) =>
      words.trim().split(/\s+/),
    )
      .flat()
      .filter((word) => !word.startsWith("-")),
  );
}

import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { ciTestIsRun } from "./ci-test-is-run.ts";

const path = "packages/a/src/a.ci.test.ts";
const root = {
  "check:long": "turbo run //#compile && vitest run --project ci --no-file-parallelism packages/a",
};
const asked = "step 'the long ones' workspace check:long\n";
const notRun = [
  `${path}:1: Nothing that \`.ci/run\` asks for runs it. Mend: Name it in a \`vitest run --project ci …\` of a script of the root that \`.ci/run\` names. [ci-test-is-run]`,
];

/** A repository with one test for CI: the scripts of its root, and what CI asks for. */
function plant(scripts: Record<string, string>, ci: string) {
  return { "package.json": JSON.stringify({ scripts }), ".ci/run": ci, [path]: "" };
}

test("A test that a script of CI names by a part of its path is run", () => {
  expect(findIn(ciTestIsRun, plant(root, asked))).toEqual([]);
});

test("A test that no script names is refused, and so is one of the plain project", () => {
  for (const other of [
    "vitest run --project ci packages/b && node a.ts",
    "vitest run --project plain packages/a",
  ]) {
    expect(findIn(ciTestIsRun, plant({ "check:long": other }, asked))).toEqual(notRun);
  }
});

test("A test that CI does not ask for is refused", () => {
  expect(findIn(ciTestIsRun, plant(root, "step 'another' workspace check:longer\n"))).toEqual(notRun);
});

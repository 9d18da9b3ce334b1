import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { ciTestIsRun } from "./ci-test-is-run.ts";

const named = "packages/a/src/a.ci.test.ts";

/** A repository with one test for CI: what its package says, what its root says, and what CI asks for. */
function plant(scripts: Record<string, string>, root: Record<string, string>, asked: string) {
  return {
    "package.json": JSON.stringify({ scripts: root }),
    ".ci/run": asked,
    "packages/a/package.json": JSON.stringify({ name: "@planted/a", scripts }),
    [named]: "",
  };
}

const scripts = { test: "vitest run --exclude '**/*.ci.test.ts'", "test:long": "vitest run .ci.test.ts" };
const root = {
  "check:long": "turbo run build && pnpm --filter @planted/a --filter @planted/b run test:long",
};
const asked = "step 'the long ones' workspace check:long\n";
const notRun = [
  `${named}:1: Nothing that \`.ci/run\` asks for runs it. Mend: Name it in a \`test:…\` of its package, run that from a script of the root, and that from \`.ci/run\`. [ci-test-is-run]`,
];

test("A test that CI comes to by the root and its package is run", () => {
  expect(findIn(ciTestIsRun, plant(scripts, root, asked))).toEqual([]);
});

test("A test that no script of its package names is refused, and so is one that they exclude", () => {
  const others = ["vitest run b.ci.test.ts", "vitest run .ci.test.ts --exclude '**/*a.ci*'"];
  for (const other of others) {
    expect(findIn(ciTestIsRun, plant({ ...scripts, "test:long": other }, root, asked))).toEqual(notRun);
  }
});

test("A test whose script nobody runs for its package is refused", () => {
  const elsewhere = { "check:long": "pnpm --filter @planted/b run test:long" };
  const otherwise = { "check:long": "pnpm --filter @planted/a run test:longer" };
  for (const wrong of [elsewhere, otherwise]) {
    expect(findIn(ciTestIsRun, plant(scripts, wrong, asked))).toEqual(notRun);
  }
});

test("A test that CI does not ask for is refused", () => {
  expect(findIn(ciTestIsRun, plant(scripts, root, "step 'another' workspace check:longer\n"))).toEqual(
    notRun,
  );
});

test("A test that npm test runs as well is refused", () => {
  expect(findIn(ciTestIsRun, plant({ ...scripts, test: "vitest run --no-isolate" }, root, asked))).toEqual([
    `${named}:1: \`npm test\` runs it as well. Mend: Exclude \`**/*.ci.test.ts\` from the package's \`test\`. [ci-test-is-run]`,
  ]);
});

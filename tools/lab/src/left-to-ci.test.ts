import { expect, test } from "vitest";
import { listLeftToCi } from "./left-to-ci.ts";

test("Each command that CI asks for is named once, in its order, with the files that wait for them", () => {
  const list = [
    'workspace() { npx pnpm run "$@"; }',
    "step 'npm test, with an empty home' first_test",
    "beside 'two stories' compiled_once check:race --seconds 5",
    "step 'killed, and killed again' workspace check:crash --kills 20",
    "joined",
    "step 'once more' workspace check:race",
  ].join("\n");
  const paths = ["packages/a/src/a.test.ts", "packages/a/src/b.ci.test.ts", "tools/c/src/c.ci.test.ts"];
  expect(listLeftToCi(list, paths)).toBe(
    "Left to CI, which runs .ci/run: 2 files *.ci.test.ts, and check:race, check:crash.",
  );
});

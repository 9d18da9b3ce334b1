import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { testsUseNoMocks } from "./tests-use-no-mocks.ts";

test("Replacing a module or a global is refused", () => {
  const files = {
    "packages/a/src/a.test.ts": "vi.mock('./a.ts');\njest.mock('./b.ts');\nvi.stubGlobal('fetch', go);",
  };
  expect(findIn(testsUseNoMocks, files)).toEqual([
    "packages/a/src/a.test.ts:1: `vi.mock` replaces what is to be proven. Mend: Hand in what the code takes as an argument, and drive the application by `app.request`. [tests-use-no-mocks]",
    "packages/a/src/a.test.ts:2: `jest.mock` replaces what is to be proven. Mend: Hand in what the code takes as an argument, and drive the application by `app.request`. [tests-use-no-mocks]",
    "packages/a/src/a.test.ts:3: `vi.stubGlobal` replaces what is to be proven. Mend: Hand in what the code takes as an argument, and drive the application by `app.request`. [tests-use-no-mocks]",
  ]);
});

test("A function that records its calls is handed in and replaces nothing", () => {
  const files = { "packages/a/src/a.test.ts": "const log = vi.fn();\nserve(log);" };
  expect(findIn(testsUseNoMocks, files)).toEqual([]);
});

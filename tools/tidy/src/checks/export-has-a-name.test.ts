import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { exportHasAName } from "./export-has-a-name.ts";

test("A default export is refused in a package", () => {
  const files = { "packages/a/src/open.ts": "const open = 1;\nexport default open;" };
  expect(findIn(exportHasAName, files)).toEqual([
    "packages/a/src/open.ts:2: A default export has no name. Mend: Export it by the name that the path says. [export-has-a-name]",
  ]);
});

test("A settings file and a runtime's entry export as their tool dictates", () => {
  const files = {
    "packages/a/vitest.config.ts": "export default {};",
    "apps/server/src/runtimes/worker.ts": "export default { fetch };",
  };
  expect(findIn(exportHasAName, files)).toEqual([]);
});

test("A named export holds", () => {
  const files = { "packages/a/src/open.ts": "export const open = 1;" };
  expect(findIn(exportHasAName, files)).toEqual([]);
});

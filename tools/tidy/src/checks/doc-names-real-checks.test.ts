import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { docNamesRealChecks } from "./doc-names-real-checks.ts";

test("A check that does not exist is refused where it is named", () => {
  const files = { "docs/ARCHITECTURE.md": "# House\n\nMoney is exact (`tidy:money-is-exact`)." };
  expect(findIn(docNamesRealChecks, files)).toEqual([
    "docs/ARCHITECTURE.md:3: There is no check called `money-is-exact`. Mend: Name one that `pnpm tidy --list` shows, or write it in tools/tidy/src/checks. [doc-names-real-checks]",
  ]);
});

test("A check that exists may be named", () => {
  const files = {
    "docs/ARCHITECTURE.md": "`tidy:money-is-bigint`",
    "tools/tidy/src/checks/money-is-bigint.ts": "",
  };
  expect(findIn(docNamesRealChecks, files)).toEqual([]);
});

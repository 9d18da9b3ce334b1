import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { namesAreKebabCase } from "./names-are-kebab-case.ts";

test("Capitals and underscores in a path are refused", () => {
  const files = { "packages/a/src/openAccount.ts": "", "packages/a/src/open_account.sql": "" };
  expect(findIn(namesAreKebabCase, files)).toEqual([
    "packages/a/src/openAccount.ts:1: `openAccount.ts` is not in kebab case. Mend: Rename it to lower-case words joined by hyphens. [names-are-kebab-case]",
    "packages/a/src/open_account.sql:1: `open_account.sql` is not in kebab case. Mend: Rename it to lower-case words joined by hyphens. [names-are-kebab-case]",
  ]);
});

test("Kebab case with several endings holds, and so do conventional names and dotfiles", () => {
  const files = {
    "packages/a/src/open-account.test-d.ts": "",
    "docs/ARCHITECTURE.md": "",
    "packages/a/LICENSE": "",
    ".github/workflows/checks.yaml": "",
    "openapi/published/1.0.24.yaml": "",
  };
  expect(findIn(namesAreKebabCase, files)).toEqual([]);
});

test("Samples keep the names of what they show", () => {
  const files = { "packages/a/fixtures/VN30F1M.json": "" };
  expect(findIn(namesAreKebabCase, files)).toEqual([]);
});

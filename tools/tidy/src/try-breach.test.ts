import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generatedFilesStayUncommitted } from "./checks/generated-files-stay-uncommitted.ts";
import { pathNamesASubject } from "./checks/path-names-a-subject.ts";
import { scratchCopy } from "./scratch-copy.ts";
import { tryBreach } from "./try-breach.ts";

test("A breach is planted in a copy, found by the command line, and taken away again", () => {
  using copy = scratchCopy(makeRepository());
  expect(tryBreach(generatedFilesStayUncommitted, copy.folder)).toEqual({
    planted: ["packages/planted/src/planted.gen.ts"],
    found:
      "packages/planted/src/planted.gen.ts:1: A generated file is committed, or would be by the next `git add`. " +
      "Mend: Run `git rm --cached` on it, and keep `*.gen.ts` in .gitignore. [generated-files-stay-uncommitted]",
    failure: undefined,
  });
  expect(existsSync(join(copy.folder, "packages/planted/src/planted.gen.ts"))).toBe(false);
});

test("A breach that breaks nothing is told as a failure", () => {
  using copy = scratchCopy(makeRepository());
  const harmless = { ...pathNamesASubject, breach: { "packages/planted/src/round-price.ts": "" } };
  expect(tryBreach(harmless, copy.folder).failure).toBe("tidy found nothing");
});

test("A breach that breaks its rule twice is told as a failure", () => {
  using copy = scratchCopy(makeRepository());
  const doubled = { ...pathNamesASubject, breach: { "src/utils.ts": "", "src/helpers.ts": "" } };
  expect(tryBreach(doubled, copy.folder).failure).toBe("tidy found 2 places instead of one");
});

test("A file of the repository is never overwritten by a breach", () => {
  using copy = scratchCopy(makeRepository());
  const careless = { ...pathNamesASubject, breach: { "README.md": "" } };
  expect(tryBreach(careless, copy.folder).failure).toBe("README.md is there already");
});

test("A copy holds the files of the repository and is gone when its scope ends", () => {
  const copy = scratchCopy(makeRepository());
  expect(readdirSync(copy.folder).sort()).toEqual([".git", ".gitignore", "README.md", "src"]);
  copy[Symbol.dispose]();
  expect(existsSync(copy.folder)).toBe(false);
});

function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidy-repository-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, ".gitignore"), "*.gen.ts\n");
  writeFileSync(join(folder, "README.md"), "# Planted\n");
  writeFileSync(join(folder, "src/planted.ts"), "export const planted = 42;\n");
  return folder;
}

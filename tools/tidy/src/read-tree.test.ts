import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTree } from "./read-tree.ts";
import { runGit } from "./run-git.ts";

const files = {
  ".gitignore": "*.gen.ts\nnotes.md\n",
  "src/a.ts": "export const a = 1;\n",
  "src/b.gen.ts": "",
  "notes.md": "",
  "node_modules/c/index.js": "",
};

test("With git, the tree is what is committed and what would be by the next add", () => {
  const folder = writeFiles(files);
  runGit(folder, ["init", "--quiet"]);
  writeFileSync(join(folder, ".gitignore"), `${files[".gitignore"]}node_modules/\n`);
  expect(readTree(folder).paths).toEqual([".gitignore", "src/a.ts"]);
  expect(readTree(folder).text("src/a.ts")).toBe("export const a = 1;\n");
});

test("With git, an ignored file that is committed nevertheless is in the tree", () => {
  const folder = writeFiles(files);
  runGit(folder, ["init", "--quiet"]);
  runGit(folder, ["add", "--force", "src/b.gen.ts"]);
  expect(readTree(folder).paths).toContain("src/b.gen.ts");
});

test("A committed file that is deleted on disk is not in the tree", () => {
  const folder = writeFiles(files);
  runGit(folder, ["init", "--quiet"]);
  runGit(folder, ["add", "src/a.ts"]);
  rmSync(join(folder, "src/a.ts"));
  expect(readTree(folder).has("src/a.ts")).toBe(false);
});

test("Without git, what is installed, built or generated is left out", () => {
  const folder = writeFiles({ ...files, "dist/a.js": "" });
  expect(readTree(folder).paths).toEqual([".gitignore", "notes.md", "src/a.ts"]);
});

function writeFiles(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tidy-tree-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { everyCheck } from "./every-check.ts";

test("A tree without findings ends with 0 and says which checks wait", () => {
  const { status, stdout } = runTidy("--root", makeRepository("# Planted\n"));
  expect(status).toBe(0);
  expect(stdout).toMatch(/^tidy: \d+ checks, \d+ hold, \d+ wait for rooms that do not exist yet:\n/);
  expect(stdout).toContain("  margin-knows-nobody waits for packages/margin\n");
});

test("A tree with a finding ends with 1, and the finding comes first", () => {
  const { status, stdout } = runTidy("--root", makeRepository("[plan](plan.md)\n"));
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^README\.md:1: The link to `plan\.md` leads nowhere\. Mend: .* \[doc-link-resolves\]\ntidy: /,
  );
});

test("One check may be run alone", () => {
  const { status, stdout } = runTidy(
    "--root",
    makeRepository("[plan](plan.md)\n"),
    "--only",
    "names-are-kebab-case",
  );
  expect(status).toBe(0);
  expect(stdout).toBe("tidy: 1 checks, 1 hold\n");
});

test("An unknown option, an unknown check and an empty folder end with 2", () => {
  const empty = mkdtempSync(join(tmpdir(), "tidy-empty-"));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  expect(runTidy("--fast").status).toBe(2);
  expect(runTidy("--only", "no-such-check").stderr).toMatch(/^There is no check called no-such-check;/);
  expect(runTidy("--root", empty).status).toBe(2);
  expect(runTidy("--root", join(empty, "absent")).stderr).toMatch(/^There are no files in /);
});

test("The list shows every check with its rule, and the help shows the options", () => {
  const { status, stdout } = runTidy("--list");
  expect(status).toBe(0);
  for (const { name, rule } of everyCheck) expect(stdout).toContain(`${name}\n    ${rule}\n`);
  expect(runTidy("--help").stdout).toContain("--root DIR");
});

function runTidy(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(import.meta.dirname, "tidy.ts"), ...words], { encoding: "utf8" });
}

function makeRepository(readme: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tidy-repository-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "README.md"), readme);
  return folder;
}

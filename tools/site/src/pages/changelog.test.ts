import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renderChangelog } from "./changelog.ts";

async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "changelog-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const room of [".changeset", "packages", "apps"]) await mkdir(join(folder, room));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test("groups what waits by the greatest level that it has for a package, and names the packages", async () => {
  const folder = await plant({
    ".changeset/README.md": "How to announce.",
    ".changeset/b-fix.md": '---\n"@orchard/trees": patch\n---\n\nA pear counts once.\n',
    ".changeset/a-new.md":
      '---\n"@orchard/trees": patch\n"@orchard/fruit": minor\n---\n\nPlums.\nThey are blue.\n',
    ".changeset/c-tool.md": "---\n---\n\nThe gardener has a ladder.\n",
  });
  expect(renderChangelog(folder)).toBe(`## Unreleased

### New

- **trees, fruit**: Plums.
  They are blue.

### Fixed

- **trees**: A pear counts once.

### Other

- The gardener has a ladder.`);
});

test("adds the changelog of each package, a level deeper", async () => {
  const folder = await plant({
    "packages/trees/CHANGELOG.md": "# @orchard/trees\n\n## 1.1.0\n\n### Minor Changes\n\n- Plums.\n",
    "packages/roots/package.json": "{}",
  });
  expect(renderChangelog(folder)).toBe("## @orchard/trees\n\n### 1.1.0\n\n#### Minor Changes\n\n- Plums.");
});

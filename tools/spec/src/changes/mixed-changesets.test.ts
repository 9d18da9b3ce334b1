/** A changeset of ignored and other packages stops the release, long after it was written. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "../../../../.changeset");

test("no changeset names ignored packages beside others", async () => {
  const { ignore } = JSON.parse(await readFile(join(folder, "config.json"), "utf8")) as {
    readonly ignore: readonly string[];
  };
  const mixed: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "README.md")) {
    const [, head = ""] = /^---\n([\s\S]*?)---\n/.exec(await readFile(join(folder, file), "utf8")) ?? [];
    const names = [...head.matchAll(/"([^"]+)":/g)].map(([, name = ""]) => name);
    const ignoredCount = names.filter((name) => ignore.includes(name)).length;
    if (ignoredCount > 0 && ignoredCount < names.length) mixed.push(file);
  }
  expect(mixed).toEqual([]);
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../../../..");
const readText = (path: string): Promise<string> => readFile(resolve(repository, path), "utf8");

/** A file that the README names in a comment, and what it shows of it. */
const shown = /^<!-- (\S+) -->\n\n```\w+\n([\s\S]*?)```$/gm;

test("what the README shows of files stands in them", async () => {
  const parts = [...(await readText("README.md")).matchAll(shown)];
  expect(parts.length).toBeGreaterThanOrEqual(6);
  for (const [, path = "", text = ""] of parts) expect(await readText(path), path).toContain(text);
});

test("README and AGENTS.md name folders that are there, and all of them", async () => {
  const readme = await readText("README.md");
  for (const folder of ["openapi", "packages", "apps", "tools", "bench", "docs"])
    expect(readme).toMatch(new RegExp(`^${folder} +\\S`, "m"));
  const agents = await readText("AGENTS.md");
  expect(agents.split("\n").length).toBeLessThanOrEqual(61);
  for (const [, path = ""] of agents.matchAll(/`((?:openapi|packages|apps|tools|docs|bench)\/[\w./-]*)`/g))
    await expect(
      import("node:fs/promises").then(({ access }) => access(resolve(repository, path))),
      path,
    ).resolves.toBeUndefined();
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { listExamples } from "./list-examples.ts";

const repository = resolve(import.meta.dirname, "../../..");

test("the README's client in ten lines is the file that it names, which a rehearsal runs", async () => {
  const [example] = listExamples("readme", await readFile(resolve(repository, "README.md"), "utf8"));
  const file = await readFile(resolve(repository, "docs/examples/first-steps.ts"), "utf8");
  expect(example?.text).toBe(file);
  expect(file.trimEnd().split("\n")).toHaveLength(10);
});

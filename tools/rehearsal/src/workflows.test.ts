import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const folder = resolve(root, ".github/workflows");

test("every action of a workflow is pinned by its commit, with its version beside it", () => {
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(resolve(folder, file), "utf8").matchAll(/uses: *(.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  const isPinned = /^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\/workflows\//;
  expect(used.filter((action) => !isPinned.test(action ?? ""))).toEqual([]);
});

test("every stage of CI is a job of its own in the workflow", () => {
  const stages = readFileSync(resolve(root, ".ci/run"), "utf8").matchAll(/^stage_(\w+)\(\)/gm);
  const [, jobs = ""] = /stage:\s+\[([^\]]+)\]/.exec(readFileSync(resolve(folder, "ci.yml"), "utf8")) ?? [];
  const named = Array.from(jobs.matchAll(/\w+/g), ([name]) => name);
  expect(named.sort()).toEqual(Array.from(stages, ([, name]) => name).sort());
});

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../run/run-program.ts";

test("limits the memory of every service", () => {
  const text = readFileSync(resolve(repository, "deploy/compose.yaml"), "utf8");
  const [template = "", services = ""] = text.split(/^services:$/m);
  expect(template).toMatch(/^ {2}mem_limit: \d+g$/m);
  const each =
    services
      .split(/^\S/m)[0]
      ?.split(/^ {2}(?=[\w-]+:$)/m)
      .slice(1) ?? [];
  expect(each.length).toBeGreaterThan(3);
  expect(each.filter((service) => !/<<: \*server$|^ {4}mem_limit: \d+[gm]$/m.test(service))).toEqual([]);
});

const folder = resolve(repository, ".github/workflows");

test("pins every workflow action by commit, with its version in a comment", () => {
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(resolve(folder, file), "utf8").matchAll(/uses: *(.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  const isPinned = /^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\/workflows\//;
  expect(used.filter((action) => !isPinned.test(action ?? ""))).toEqual([]);
});

test("runs every stage of CI as a separate job", () => {
  const stages = readFileSync(resolve(repository, ".ci/run"), "utf8").matchAll(/^stage_(\w+)\(\)/gm);
  const [, jobs = ""] = /stage:\s+\[([^\]]+)\]/.exec(readFileSync(resolve(folder, "ci.yml"), "utf8")) ?? [];
  const named = Array.from(jobs.matchAll(/\w+/g), ([name]) => name);
  expect(named.sort()).toEqual(Array.from(stages, ([, name]) => name).sort());
});

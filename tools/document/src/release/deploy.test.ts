import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./run-program.ts";

test("no service may take more memory than it is given", () => {
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

test("every action of a workflow is pinned by its commit, with its version beside it", () => {
  const folder = resolve(repository, ".github/workflows");
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(resolve(folder, file), "utf8").matchAll(/uses: *(.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(
    used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? "")),
  ).toEqual([]);
});

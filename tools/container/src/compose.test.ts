import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync(resolve(import.meta.dirname, "../../../deploy/compose.yaml"), "utf8");

test("no service may take more memory than it is given", () => {
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

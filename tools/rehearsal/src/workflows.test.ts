import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "../../../.github/workflows");

test("every action of a workflow is pinned by its commit, with its version beside it", () => {
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(resolve(folder, file), "utf8").matchAll(/uses: *(.*)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(
    used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? "")),
  ).toEqual([]);
});

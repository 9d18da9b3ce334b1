import { expect, test } from "vitest";
import type { Check } from "./check.ts";
import { plantTree } from "./plant-tree.ts";
import { runChecks } from "./run-checks.ts";

const noShouting: Check = {
  name: "no-shouting",
  rule: "Nobody shouts.",
  rooms: ["packages/margin", "packages/market"],
  *find(tree) {
    for (const path of tree.paths.filter((each) => tree.text(each).includes("!"))) {
      yield { path, line: 1, wrong: "Somebody shouts.", mend: "Speak." };
    }
  },
  breach: { "a.md": "!" },
};

test("A finding is one line with its place, what is wrong, the mend and the check", () => {
  const { findings, summary } = runChecks([noShouting], plantTree({ "a.md": "Go!", "b.md": "Go." }));
  expect(findings).toEqual(["a.md:1: Somebody shouts. Mend: Speak. [no-shouting]"]);
  expect(summary).toEqual(["tidy: 1 checks, 0 hold, 1 found 1 to mend"]);
});

test("A check waits for the rooms that do not exist, by their names", () => {
  const { findings, summary } = runChecks([noShouting], plantTree({ "packages/margin/src/a.ts": "" }));
  expect(findings).toEqual([]);
  expect(summary).toEqual([
    "tidy: 1 checks, 0 hold, 1 wait for rooms that do not exist yet:",
    "  no-shouting waits for packages/market",
  ]);
});

test("A check whose rooms are all there holds", () => {
  const rooms = { "packages/margin/src/a.ts": "", "packages/market/src/a.ts": "" };
  expect(runChecks([noShouting], plantTree(rooms)).summary).toEqual(["tidy: 1 checks, 1 hold"]);
});

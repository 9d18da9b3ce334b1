import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeCard } from "../make-card.ts";
import { makeJudgingCard } from "./make-judging-card.ts";

it("judges by others than those that a reader is tuned with", () => {
  const order = { kind: "2021", severity: "low-resolution" } as const;
  const seeds = [0, 1, 2, 3];
  const tuned = seeds.map((seed) => makeCard({ ...order, seed }).truth.idNumber);
  const judged = seeds.map((seed) => makeJudgingCard({ ...order, seed }).truth.idNumber);
  expect(new Set([...tuned, ...judged]).size).toBe(8);
});

it("is asked for judging cards by the bench alone", () => {
  const root = join(import.meta.dirname, "../../../..");
  const files = globSync("{packages,apps,tools}/*/src/**/*.ts", { cwd: root });
  const asking = files.filter((path) =>
    readFileSync(join(root, path), "utf8").includes(["synthetic-cards", "judging"].join("/")),
  );
  expect(asking).toEqual(["tools/synthetic-cards/src/make-card.ts"]);
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { expect, test } from "vitest";
import { cardOrder } from "./card-order.ts";
import { expectedLines } from "./expected-lines.ts";
import { listExamples } from "./list-examples.ts";

const repository = resolve(import.meta.dirname, "../../..");

test("the README's client in ten lines is the file that it names, which a rehearsal runs", async () => {
  const [example] = listExamples("readme", await readFile(resolve(repository, "README.md"), "utf8"));
  const file = await readFile(resolve(repository, "docs/examples/first-steps.ts"), "utf8");
  expect(example?.text).toBe(file);
  expect(file.trimEnd().split("\n")).toHaveLength(10);
});

test("the reader's five lines are the first example of its README, which a rehearsal runs", async () => {
  const [example] = listExamples(
    "id-card",
    await readFile(resolve(repository, "packages/id-card/README.md"), "utf8"),
  );
  const file = await readFile(resolve(repository, "docs/examples/read-card.ts"), "utf8");
  expect(example?.text).toBe(file);
  expect(file.split("\n").filter((line) => line !== "")).toHaveLength(5);
});

test("the five lines are expected to print everything that is on the card of the examples", () => {
  const { truth } = makeCard(cardOrder);
  const lines = Object.entries(truth).map(([name, value]) => `${name} ${value}`);
  expect([...(expectedLines["id-card-1"] ?? [])].sort()).toEqual(lines.sort());
});

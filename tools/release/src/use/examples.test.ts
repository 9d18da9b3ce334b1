import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { expect, test } from "vitest";
import { repository } from "../run/run-program.ts";
import {
  cardOrder,
  comparePrinted,
  expectedLines,
  exportedFunctions,
  listExamples,
  writeDriver,
} from "./examples.ts";

const markdown = `# A package

\`\`\`sh
npm install it
\`\`\`

\`\`\`ts
import { createClient } from "@trading-oms/client";
createClient({ baseUrl: "http://127.0.0.1:8787" });
\`\`\`

\`\`\`ts
import { imageFromFile } from "@trading-oms/client/node";

export async function readFront() {
  return imageFromFile("front.jpg");
}
export const half = (whole: number): number => whole / 2;
\`\`\`
`;

test("recognises an example that reads cards and needs Node", () => {
  const text = '```ts\nimport { openCardPool } from "@trading-oms/id-card/pool";\nopenCardPool();\n```\n';
  expect(listExamples("id-card", text)).toMatchObject([{ needsNode: true, readsCards: true }]);
  expect(listExamples("client", markdown).some(({ readsCards }) => readsCards)).toBe(false);
});

test("recognises an example that Vitest runs, and one that listens on a port", () => {
  const text =
    '```ts\nimport { test } from "vitest";\n```\n```ts\nimport { startBroker } from "@trading-oms/mock/node";\n```\n';
  expect(listExamples("guide", text)).toMatchObject([
    { isTest: true, needsNode: false },
    { isTest: false, needsNode: true },
  ]);
});

test("finds every TypeScript example and nothing else", () => {
  expect(listExamples("client", markdown).map(({ name, needsNode }) => [name, needsNode])).toEqual([
    ["client-1", false],
    ["client-2", true],
  ]);
});

test("finds the exported functions of an example", () => {
  const [, second] = listExamples("client", markdown);
  expect(exportedFunctions(second?.text ?? "")).toEqual(["readFront", "half"]);
});

test("calls each exported function of an example with an input", () => {
  const driver = writeDriver("./types-1.js", "export function isUrgent(notification: object): boolean {}");
  expect(driver).toContain('await import("./types-1.js")');
  expect(driver).toContain('example.isUrgent({ type: "MarginCall" })');
});

test("rejects an exported function without a known input", () => {
  expect(() => writeDriver("./types-1.js", "export const surprise = () => 1;")).toThrow("exports surprise");
});

test("reports no difference between runtimes with the same output, even if one runs fewer examples", () => {
  expect(comparePrinted({ "client-1": ["FPT"], "client-2": ["x"] }, { "client-1": ["FPT"] })).toEqual([]);
});

test("reports a different line with its example", () => {
  expect(comparePrinted({ "client-1": ["FPT"] }, { "client-1": ["VNM"] })).toEqual([
    "client-1 printed\nVNM\ninstead of\nFPT",
  ]);
});

test("shows the file that it names as the README's client in ten lines", async () => {
  const [example] = listExamples("readme", await readFile(resolve(repository, "README.md"), "utf8"));
  const file = await readFile(resolve(repository, "docs/examples/first-steps.ts"), "utf8");
  expect(example?.text).toBe(file);
  expect(file.trimEnd().split("\n")).toHaveLength(10);
});

test("shows the reader's five lines as the first example of its README", async () => {
  const [example] = listExamples(
    "id-card",
    await readFile(resolve(repository, "packages/id-card/README.md"), "utf8"),
  );
  const file = await readFile(resolve(repository, "docs/examples/read-card.ts"), "utf8");
  expect(example?.text).toBe(file);
  expect(file.split("\n").filter((line) => line !== "")).toHaveLength(5);
});

test("expects everything on the card from the five lines", () => {
  const { truth } = makeCard(cardOrder);
  const lines = Object.entries(truth).map(([name, value]) => `${name} ${value}`);
  expect([...(expectedLines["id-card-1"] ?? [])].sort()).toEqual(lines.sort());
}, 30_000);

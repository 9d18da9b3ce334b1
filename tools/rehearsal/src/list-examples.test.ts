import { expect, test } from "vitest";
import { exportedFunctions, listExamples, pointAt } from "./list-examples.ts";

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

test("an example that reads cards is known, and needs Node", () => {
  const text = '```ts\nimport { openCardPool } from "@trading-oms/id-card/pool";\nopenCardPool();\n```\n';
  expect(listExamples("id-card", text)).toMatchObject([{ needsNode: true, readsCards: true }]);
  expect(listExamples("client", markdown).some(({ readsCards }) => readsCards)).toBe(false);
});

test("every TypeScript example is found, and nothing else", () => {
  expect(listExamples("client", markdown).map(({ name, needsNode }) => [name, needsNode])).toEqual([
    ["client-1", false],
    ["client-2", true],
  ]);
});

test("an example is pointed at the server that it is to call", () => {
  const [first] = listExamples("client", markdown);
  expect(first && pointAt("http://127.0.0.1:5000", first)).toContain('baseUrl: "http://127.0.0.1:5000"');
});

test("the functions that an example exports are known by name", () => {
  const [, second] = listExamples("client", markdown);
  expect(exportedFunctions(second?.text ?? "")).toEqual(["readFront", "half"]);
});

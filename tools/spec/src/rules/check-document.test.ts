import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRegistered } from "../read/read-document.ts";
import { documents, openapiFolder, specified } from "../read/registry.ts";
import { checkRules, checkWithRedocly } from "./check-document.ts";

const path = join(openapiFolder, specified.file);

describe("Our own rules", () => {
  it.each(documents)("find nothing in $file", async (entry) => {
    const { document } = await readRegistered(entry);
    expect(checkRules(document, entry)).toEqual([]);
  });

  it.each([
    ["is empty", {}],
    ["has a number for its paths", { paths: 5 }],
    ["has null for an operation", { paths: { "/api/v1/a": { get: null } } }],
    ["has a list for its responses", { paths: { "/api/v1/a": { get: { responses: [] } } } }],
    [
      "refers to a text",
      { paths: { "/api/v1/a": { get: { responses: { "400": { $ref: "#/openapi" } } } } } },
    ],
    ["has nonsense for its components", { components: { schemas: { A: null, UserNotification: 5 } } }],
  ])("name a fix and do not throw if a document %s", (_, document) => {
    const complaints = checkRules({ openapi: "3.1.1", ...document }, specified);
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.filter(({ message }) => !message.includes(";"))).toEqual([]);
  });
});

const text = await readFile(path, "utf8");

describe("Redocly's strict rules", () => {
  it("find nothing in the document", async () => {
    expect(await checkWithRedocly({ path: "openapi.yaml", text })).toEqual([]);
  });

  it("find a missing summary with its line", async () => {
    const broken = text.replace("      summary: Search symbols\n", "");
    const [first, ...more] = await checkWithRedocly({ path: "openapi.yaml", text: broken });
    expect(first?.message).toMatch(/summary.*\(Redocly's operation-summary\)$/);
    expect(broken.split("\n")[(first?.line ?? 0) - 1]).toBe("    get:");
    expect(more).toEqual([]);
  });

  it("find an unused component", async () => {
    const unused = text.replace("  schemas:\n", "  schemas:\n    Orphan:\n      type: string\n");
    const faults = await checkWithRedocly({ path: "openapi.yaml", text: unused });
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining("no-unused-components")]);
  });

  it.each([
    [
      "a path parameter that is not in the path",
      "margin-ratios/{symbol}",
      "margin-ratios/{ticker}",
      "path-parameters-defined",
    ],
    [
      "a parameter that stands twice",
      "        - name: offset\n",
      "        - name: limit\n",
      "operation-parameters-unique",
    ],
    [
      "an id of two operations",
      "operationId: listNotifications",
      "operationId: getMarginRatio",
      "operation-operationId-unique",
    ],
  ])("find %s", async (_, from, to, rule) => {
    expect(text).toContain(from);
    const faults = await checkWithRedocly({ path: "openapi.yaml", text: text.replace(from, to) });
    expect(faults.map(({ message }) => message)).toContainEqual(expect.stringContaining(rule));
  });
});

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkWithRedocly } from "./check-with-redocly.ts";

const path = new URL("../../../openapi/openapi.yaml", import.meta.url);
const text = await readFile(path, "utf8");

describe("Redocly's strict rules", () => {
  it("find nothing in the document.", async () => {
    expect(await checkWithRedocly({ path: "openapi.yaml", text })).toEqual([]);
  });

  it("find a missing summary, and say where.", async () => {
    const broken = text.replace("      summary: Search symbols\n", "");
    const [first, ...more] = await checkWithRedocly({ path: "openapi.yaml", text: broken });
    expect(first?.message).toMatch(/summary.*\(Redocly's operation-summary\)$/);
    expect(broken.split("\n")[(first?.line ?? 0) - 1]).toBe("    get:");
    expect(more).toEqual([]);
  });

  it("find a component that nothing uses.", async () => {
    const unused = text.replace("  schemas:\n", "  schemas:\n    Orphan:\n      type: string\n");
    const faults = await checkWithRedocly({ path: "openapi.yaml", text: unused });
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining("no-unused-components")]);
  });

  it("find a path parameter that the path does not have.", async () => {
    const renamed = text.replace("margin-ratios/{symbol}", "margin-ratios/{ticker}");
    const faults = await checkWithRedocly({ path: "openapi.yaml", text: renamed });
    expect(faults.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("path-parameters-defined"),
    );
  });
});

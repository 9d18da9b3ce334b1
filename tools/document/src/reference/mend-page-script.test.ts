import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeProcess } from "./describe-process.ts";
import { mendPageScript } from "./page.ts";

test("the installed reference still has the place to mend; where not, see whether the mend is still needed", async () => {
  const { pageScriptPath } = describeProcess(process, fileURLToPath(import.meta.url));
  const script = await readFile(pageScriptPath, "utf8");
  const mended = mendPageScript(script);
  expect(mended).toHaveLength(script.length + "|problem\\+".length);
  expect(mended).toContain("(?!.*vnd\\.|fhir\\+|problem\\+).*\\+");
});

test("a script without the place, or with two of them, stays as it is", () => {
  expect(mendPageScript("let a = 1;")).toBe("let a = 1;");
  const twice = "(?!.*vnd\\.|fhir\\+) (?!.*vnd\\.|fhir\\+)";
  expect(mendPageScript(twice)).toBe(twice);
});

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "./check.ts";

const published = fileURLToPath(new URL("../../../../openapi/", import.meta.url));

let folder = "";
let text = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-"));
  await cp(join(published, "examples"), join(folder, "examples"), { recursive: true });
  text = await readFile(join(published, "openapi.yaml"), "utf8");
});

afterAll(() => rm(folder, { recursive: true }));

type Outcome = { readonly code: number; readonly output: string; readonly complaints: string };

async function run(...words: string[]): Promise<Outcome> {
  let output = "";
  let complaints = "";
  const code = await check(words, folder, {
    log: (text) => {
      output += `${text}\n`;
    },
    error: (text) => {
      complaints += `${text}\n`;
    },
  });
  return { code, output, complaints };
}

async function runOn(document: string): Promise<Outcome> {
  await writeFile(join(folder, "openapi.yaml"), document);
  return run("openapi.yaml");
}

describe("The command", () => {
  it("says that a sound document is sound, how much it holds, and exits with 0", async () => {
    const { code, output } = await runOn(text);
    expect(output).toMatch(/^openapi\.yaml: sound \(\d+ operations, \d+ schemas, \d+ examples\)\n$/);
    expect(code).toBe(0);
  });

  it("takes the document of the repository where none is named", async () => {
    const { code, output } = await run();
    expect(output).toMatch(/openapi\/openapi\.yaml: sound \(/);
    expect(code).toBe(0);
  });

  it("names file, line and column of what is wrong, and exits with 1", async () => {
    const { code, output, complaints } = await runOn(text.replace(/version: \S+/, "version: 1.0.24-beta"));
    expect(complaints).toBe(
      'openapi.yaml:5:3: info.version "1.0.24-beta" is not a version; write three numbers such as 1.0.24\nopenapi.yaml: 1 fault\n',
    );
    expect({ code, output }).toEqual({ code: 1, output: "" });
  });

  it("tells all faults in the order of the file", async () => {
    const broken = text
      .replace(/version: \S+/, "version: 1.0.24-beta")
      .replace("description: The id of the logo.", "description: the id of the logo.");
    const { complaints } = await runOn(broken);
    const lines = [...complaints.matchAll(/^openapi\.yaml:(\d+):/gm)].map(([, line]) => Number(line));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  it.each([
    ["is empty", "", "openapi.yaml:1:1: is empty"],
    ["does not parse", "openapi: [3.1.1\n", "openapi.yaml:"],
    [
      "is OpenAPI 3.0",
      "openapi: 3.0.3\n",
      "openapi.yaml:1:1: is not OpenAPI 3.1; write openapi: 3.1.1 at the top",
    ],
    ["is made of tabs", "openapi: 3.1.1\ninfo:\n\ttitle: A\n", "openapi.yaml:3:1: "],
  ])("stops at a document that %s", async (_, document, start) => {
    const { code, complaints } = await runOn(document);
    expect(complaints.startsWith(start)).toBe(true);
    expect(code).toBe(1);
  });

  it("says so when there is no such document", async () => {
    const { code, complaints } = await run("nowhere.yaml");
    expect(complaints).toBe("nowhere.yaml:1:1: cannot be read (ENOENT)\nnowhere.yaml: 1 fault\n");
    expect(code).toBe(1);
  });

  it("explains itself when asked, and exits with 0", async () => {
    const { code, output } = await run("--help");
    expect(output).toContain("Usage: node tools/spec/src/rules/check.ts [FILE] [--help]");
    expect(code).toBe(0);
  });

  it("explains itself when it was not understood, and exits with 2", async () => {
    for (const words of [["--wrong"], ["a.yaml", "b.yaml"]]) {
      const { code, complaints } = await run(...words);
      expect(complaints).toContain("Usage: ");
      expect(code).toBe(2);
    }
  });
});

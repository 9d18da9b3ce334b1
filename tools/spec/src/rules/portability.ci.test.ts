import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walkDocument } from "../grammar/walk-document.ts";
import { readRegistered } from "../read/read-document.ts";
import { documents, specified } from "../read/registry.ts";

const run = promisify(execFile);
const openapi = resolve(import.meta.dirname, "../../../../openapi");
const path = join(openapi, specified.file);
let folder: string;
let prism: ChildProcess | undefined;

// The tools take some 340 MB that no other test needs, so they are not dependencies. Their own dependencies are pinned
// by date instead of a lockfile, and no install scripts run.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portability-"));
  await writeFile(join(folder, "package.json"), "{}");
  const packages = [
    "@stoplight/spectral-cli@6.16.3",
    "@stoplight/prism-cli@5.16.0",
    "@asyncapi/modelina@5.10.1",
  ];
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--before=2026-11-20"];
  await run("npm", ["install", ...flags, ...packages], { cwd: folder });
}, 300_000);

afterAll(async () => {
  prism?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test.each(documents)("passes Spectral's spectral:oas without even a hint: $file", async ({ file }) => {
  const rules = join(folder, "rules.yaml");
  // OpenAPI 3.1 lets a bearer scheme name roles; this rule knows the scopes of OAuth alone.
  await writeFile(rules, "extends: ['spectral:oas']\nrules: { oas3-operation-security-defined: off }\n");
  const words = ["lint", join(openapi, file), "--ruleset", rules, "--fail-severity", "hint"];
  const { stdout } = await run(process.execPath, [program("spectral-cli"), ...words]);
  expect(stdout).toContain("No results");
});

test("serves every operation in Prism, which rejects invisible characters in labels", async () => {
  const url = await startPrism();
  const search = `${url}/api/v1/MarketData/GetSymbolSearch/fpt`;
  const token = { authorization: "Bearer token" };
  const bodyOf = async (operation: string) => ({
    headers: { ...token, "content-type": "application/json" },
    body: await readFile(join(openapi, "examples/specified", operation, "request-body.json"), "utf8"),
  });
  const cover = `${url}/api/v1/users/covered-margin-call`;
  const answers = await Promise.all([
    fetch(`${search}?algoID=😀`),
    fetch(`${url}/api/v2/chat/api/id-card`, { method: "POST", ...(await bodyOf("parse-id-card")) }),
    fetch(cover, { method: "PATCH", ...(await bodyOf("set-covered-margin-call")) }),
    fetch(`${url}/api/v1/diagnostics/margin-ratios/FPT`, { headers: token }),
    fetch(`${url}/api/v1/notifications?limit=5`, { headers: token }),
  ]);
  const taken = answers.map(({ status, headers }) => [status, headers.get("sl-violations")]);
  expect(taken).toEqual(answers.map(() => [200, null]));
  const labels = ["a\u200bb", "a\u{e0021}b"].map(encodeURIComponent);
  const refused = await Promise.all(labels.map((label) => fetch(`${search}?positionID=${label}`)));
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
});

test("accepts the same characters with Python's re as in JavaScript, with and without the Unicode flag", async () => {
  const patterns = await listPatterns();
  expect(patterns.length).toBeGreaterThan(4);
  const inPython = run("python3", ["-c", checkInPython], { maxBuffer: 2 ** 26 });
  inPython.child.stdin?.end(JSON.stringify(patterns));
  const verdicts = (await inPython).stdout.trim().split("\n");
  const texts = Array.from({ length: 0x10f800 }, (_, at) => `a${characterAt(at)}a`);
  const wrong = patterns.flatMap((pattern, index) =>
    ["", "u"].flatMap((flag) => {
      const judge = new RegExp(pattern, flag);
      return texts.filter((text, at) => judge.test(text) !== (verdicts[index]?.[at] === "1"));
    }),
  );
  expect(wrong).toEqual([]);
});

test.each(documents)("becomes Java that compiles, with 64 bits for each integer: $file", async (entry) => {
  const { name } = entry;
  const reading = await readRegistered(entry);
  const written = join(folder, "java", name);
  const { JavaFileGenerator } = createRequire(join(folder, "package.json"))("@asyncapi/modelina") as Modelina;
  const generator = new JavaFileGenerator({ collectionType: "List" });
  // It knows the versions of OpenAPI up to 3.1.0 by name.
  await generator.generateToFiles({ ...reading.document, openapi: "3.1.0" }, written, {
    packageName: name,
  });
  const sources = (await readdir(written)).filter((source) => source.endsWith(".java"));
  await run("javac", ["-d", join(written, "classes"), ...sources], { cwd: written });
  const fields = await Promise.all(
    sources.map(async (source) => {
      const code = await readFile(join(written, source), "utf8");
      return Array.from(code.matchAll(/^ {2}private (\w+) (\w+);/gm), ([, type, field]) => ({
        type,
        field,
      }));
    }),
  );
  const typeOf = Object.groupBy(fields.flat(), ({ type }) => type ?? "");
  expect([...(typeOf["int"] ?? []), ...(typeOf["Integer"] ?? [])]).toEqual([]);
  expect([...(typeOf["long"] ?? []), ...(typeOf["Long"] ?? [])]).not.toEqual([]);
});

/** What is used of modelina, which is not installed where types are checked. */
type Modelina = {
  readonly JavaFileGenerator: new (options: {
    readonly collectionType: "List";
  }) => {
    generateToFiles(
      input: object,
      folder: string,
      options: { readonly packageName: string },
    ): Promise<unknown>;
  };
};

const checkInPython = `
import json, re, sys
for pattern in json.load(sys.stdin):
    takes = re.compile(pattern).search
    characters = (chr(at if at < 0xD800 else at + 0x800) for at in range(0x10F800))
    print("".join("1" if takes("a" + character + "a") else "0" for character in characters))
`;

function characterAt(at: number): string {
  return String.fromCodePoint(at < 0xd800 ? at : at + 0x800);
}

async function listPatterns(): Promise<string[]> {
  const patterns = new Set<string>();
  for (const entry of documents) {
    const { document } = await readRegistered(entry);
    walkDocument(document, (_, __, { pattern }) => {
      if (typeof pattern === "string") patterns.add(pattern);
    });
  }
  return [...patterns];
}

function program(name: string): string {
  return join(folder, "node_modules/@stoplight", name, "dist/index.js");
}

/** Reads all of its output: it would block if nothing read it. */
function startPrism(): Promise<string> {
  const started = spawn(process.execPath, [program("prism-cli"), "mock", path, "--port", "0"]);
  prism = started;
  let said = "";
  return new Promise((settle, fail) => {
    started.once("exit", () => fail(new Error(`Prism did not start; it said:\n${said}`)));
    for (const output of [started.stdout, started.stderr]) {
      output.on("data", (chunk) => {
        said += chunk;
        const [, url] = /listening on (http:\S+)/.exec(said) ?? [];
        if (url !== undefined) settle(url);
      });
    }
  });
}

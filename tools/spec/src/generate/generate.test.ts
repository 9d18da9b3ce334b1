import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documents, openapiFolder } from "../read/registry.ts";
import { generate } from "./generate.ts";

const outputs = [
  "apps/server/src/operations/documents.gen.ts",
  "packages/conformance/src/claims/claims.gen.ts",
  "packages/conformance/src/documents.gen.ts",
  "packages/contract/src/companion.gen.ts",
  "packages/contract/src/documents.gen.test-d.ts",
  "packages/contract/src/specified.gen.ts",
  "packages/types/src/companion.gen.ts",
  "packages/types/src/specified.gen.ts",
];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "generate-"));
  for (const { file } of documents) await copyFile(join(openapiFolder, file), join(folder, file));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ code: number; printed: string; complained: string }> {
  const all = words.length > 0 ? words : ["--from", ".", "--into", "."];
  let printed = "";
  let complained = "";
  const code = await generate(all, folder, {
    log: (text) => {
      printed += `${text}\n`;
    },
    error: (text) => {
      complained += `${text}\n`;
    },
  });
  return { code, printed, complained };
}

async function edit(from: string, to: string): Promise<void> {
  const path = join(folder, "openapi.yaml");
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

/** Writes the files of an earlier run, to check that they survive. */
async function writeEarlierFiles(): Promise<void> {
  for (const output of outputs) {
    await mkdir(resolve(folder, output, ".."), { recursive: true });
    await writeFile(join(folder, output), "of before");
  }
}

async function expectEarlierFiles(): Promise<void> {
  for (const output of outputs) expect(await readFile(join(folder, output), "utf8")).toBe("of before");
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
}

test("writes the types and the contract of a sound document", async () => {
  expect(await run()).toMatchObject({ code: 0, complained: "" });
  for (const output of outputs)
    expect(await readFile(join(folder, output), "utf8")).toContain("Generated from");
});

test.each([
  ["does not parse", "  title: Trading OMS", "  title: [Trading OMS", /^openapi\.yaml:5:\d+: /],
  [
    "has a doubled key",
    "  title: Trading OMS",
    "  title: Trading OMS\n  title: Another",
    /^openapi\.yaml:5:3: .*twice/,
  ],
  [
    "refers to nothing",
    "#/components/schemas/NotificationPage",
    "#/components/schemas/Page",
    /^openapi\.yaml:\d+:\d+: \$ref "#\/components\/schemas\/Page" points at nothing/,
  ],
  ["refers to another file", '"#/components/schemas/NotificationPage"', "other.yaml", /leaves the document/],
  [
    "uses an unknown keyword",
    "          multipleOf: 1\n",
    "          exclusiveMinimum: 1\n",
    /^openapi\.yaml:\d+:11: unknown keyword "exclusiveMinimum" in a schema/,
  ],
  [
    "uses a keyword where it means nothing",
    "          multipleOf: 1\n",
    "          maxLength: 1\n",
    /^openapi\.yaml:\d+:9: this is no JSON Schema: .*maxLength/,
  ],
  [
    "has an alias of nothing",
    "  title: Trading OMS",
    "  title: *nowhere",
    /^openapi\.yaml:1:1: uses an alias/,
  ],
  ["has a number for a text", "  title: Trading OMS", "  title: 5", /^openapi\.yaml:4:3: has to be a text/],
  [
    "has an operation without answers",
    "paths:\n",
    "paths:\n  /api/v1/empty:\n    get:\n      operationId: getNothing\n",
    /^openapi\.yaml:\d+:5: lacks "responses", without which this operation makes no sense/,
  ],
  [
    "has an operation that is nothing",
    "paths:\n",
    "paths:\n  /api/v1/empty:\n    get:\n",
    /^openapi\.yaml:\d+:5: has to be an object/,
  ],
  [
    "names an operation as code can't",
    "operationId: listNotifications",
    "operationId: delete",
    /^openapi\.yaml:\d+:7: operationId "delete" is not a verb and a noun/,
  ],
  [
    "names a schema as code can't",
    "\n    AuthFlow:\n",
    "\n    Auth-Flow: {type: object}\n    AuthFlow:\n",
    /^openapi\.yaml:\d+:5: "Auth-Flow" can't be the name of a type/,
  ],
  [
    "uses oneOf",
    "\n    AuthFlow:\n",
    "\n    Either: {oneOf: [{type: string}]}\n    AuthFlow:\n",
    /^openapi\.yaml:\d+:14: unknown keyword "oneOf" in a schema/,
  ],
  [
    "has a parameter without a schema",
    "          in: path\n",
    "          in: path\n        - name: code\n          in: query\n",
    /lacks "schema", without which this parameter makes no sense/,
  ],
  [
    "has a text for a bound",
    "          maximum: 9007199254740991\n",
    "          maximum: much\n",
    /^openapi\.yaml:\d+:13: has to be a number/,
  ],
  [
    "refers to another kind of thing",
    "#/components/schemas/NotificationPage",
    "#/components/responses/Other",
    /points at something else than a schema/,
  ],
  ["is of another version", "openapi: 3.1.1", "openapi: 3.0.3", /^openapi\.yaml:1:1: is not OpenAPI 3\.1/],
])(
  "a document that %s is refused in one line, and the files of before stay",
  async (_what, from, to, line) => {
    await writeEarlierFiles();
    await edit(from, to);
    const { code, printed, complained } = await run();
    expect({ code, printed }).toEqual({ code: 1, printed: "" });
    expect(
      complained
        .trimEnd()
        .split("\n")
        .every((each) => each.startsWith("openapi.yaml:")),
    ).toBe(true);
    expect(complained).toMatch(line);
    await expectEarlierFiles();
  },
);

test("leaves every file unchanged if the last one cannot be written", async () => {
  await writeEarlierFiles();
  await rm(join(folder, "packages/contract/src"), { recursive: true });
  await writeFile(join(folder, "packages/contract/src"), "a file where a folder has to be");
  const { code, complained } = await run();
  expect(code).toBe(1);
  expect(complained).toMatch(
    /^could not write \(.*packages\/contract\/src.*\); the files of before are untouched\n$/,
  );
  expect(await readFile(join(folder, "packages/types/src/specified.gen.ts"), "utf8")).toBe("of before");
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("rejects a missing document by name", async () => {
  await rm(join(folder, "companion.yaml"));
  const { code, complained } = await run();
  expect({ code, complained }).toEqual({
    code: 1,
    complained: "companion.yaml:1:1: cannot be read (ENOENT)\n",
  });
});

test("rejects an unknown option with the usage", async () => {
  const { code, complained } = await run("--documents", "x");
  expect(code).toBe(2);
  expect(complained).toContain("pnpm generate [--from DIR]");
});

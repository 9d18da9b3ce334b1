import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOf, plantRepository } from "./testing/plant-repository.ts";

/** The real document at a fixed version. */
const text = readFileSync(join(import.meta.dirname, "../../../../openapi/openapi.yaml"), "utf8").replace(
  /^ {2}version: .*$/m,
  "  version: 1.0.24",
);

const passed = {
  code: 0,
  said: "openapi/openapi.yaml: no change since 1.0.24\nopenapi/companion.yaml: no change since 0.1.0\nopenapi/operator.yaml: no change since 0.1.0\n",
};

/** Breaking changes of the real document: title, pattern, replacement and the reported name. */
const breakingChanges: readonly [claim: string, pattern: RegExp, replacement: string, named: string][] = [
  [
    "rejects a lower maximum by name",
    /(name: limit\n(?:.*\n)*? +maximum:) 100/,
    "$1 50",
    "breaking: listNotifications, query parameter limit: maximum 100 → 50; requests that were accepted may be refused",
  ],
  [
    "rejects a removed property of an answer by name",
    / {8}productGroup:\n( {10}.*\n)+/,
    "",
    "breaking: schema MarginRatio: property productGroup removed; readers miss it",
  ],
  [
    "rejects a newly required credential by name",
    /(operationId: searchSymbols(?:.*\n)*? +security:) \[\]/,
    "$1 [{ bearer: [] }]",
    'breaking: searchSymbols: security gains {"bearer":[]}; calls without a credential are refused',
  ],
  [
    "rejects a renamed operation id by name",
    /operationId: listNotifications/,
    "operationId: getNotifications",
    'breaking: listNotifications: operationId "listNotifications" → "getNotifications"; clients name the call after it',
  ],
  [
    "rejects a changed default by name",
    /(name: limit\n(?:.*\n)*? +default:) 50/,
    "$1 20",
    "breaking: listNotifications, query parameter limit: default 50 → 20; requests without it get another meaning",
  ],
];

for (const [claim, pattern, replacement, named] of breakingChanges) {
  test(`${claim}, until a major changeset announces it`, async () => {
    const repository = plantRepository(text);
    repository.edit(pattern, replacement);
    const refused = await repository.run("check-breaking");
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/^openapi\/openapi\.yaml:\d+:\d+: breaking: /);
    expect(refused.said).toContain(`: ${named}\n`);
    expect(refused.said).toContain(
      "1 change since 1.0.24 (1 breaking), and no changeset announces it. Take it back, or run `pnpm changeset` and choose @trading-oms/types and major;",
    );
    repository.announce("major");
    expect(await repository.judge()).toBe(
      "1 change since 1.0.24 (1 breaking), announced: major in .changeset/planted.md",
    );
  });
}

test("rejects a breaking change of another frozen document", async () => {
  const repository = plantRepository(text);
  const companion = repository.read("openapi/companion.yaml");
  repository.write(
    "openapi/companion.yaml",
    companion.replace("operationId: placeOrder", "operationId: sendOrder"),
  );
  const refused = await repository.run("check-breaking");
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(/^openapi\/companion\.yaml:\d+:\d+: breaking: placeOrder: operationId /m);
});

test("passes the released documents", async () => {
  expect(await plantRepository(text).run("check-breaking")).toEqual(passed);
});

test("compares a copy elsewhere with the same baseline, and reports the path of the copy", async () => {
  const repository = plantRepository(text);
  const copy = repository
    .read("openapi/openapi.yaml")
    .replace("operationId: parseIdCard", "operationId: readIdCard");
  repository.write("copies/renamed.yaml", copy);
  const ending = await repository.run("check-breaking", "--document", "copies/renamed.yaml");
  expect(ending.code).toBe(1);
  expect(ending.said).toMatch(/^copies\/renamed\.yaml:\d+:7: breaking: parseIdCard: operationId /);
});

test("accepts another baseline, such as an earlier release", async () => {
  const repository = plantRepository(text);
  repository.write("copies/former.yaml", repository.read("openapi/openapi.yaml"));
  repository.edit(/operationId: parseIdCard/, "operationId: readIdCard");
  repository.write("openapi/published/specified/1.0.24.yaml", repository.read("openapi/openapi.yaml"));
  repository.write("docs/decisions/0002.md", digestOf(repository.read("openapi/openapi.yaml")));
  expect(await repository.run("check-breaking")).toEqual(passed);
  const words = ["--document", "openapi/openapi.yaml", "--baseline", "copies/former.yaml"];
  expect(await repository.run("check-breaking", ...words)).toMatchObject({ code: 1 });
});

test("prints the judgements as JSON", async () => {
  const repository = plantRepository(text);
  repository.edit(/(name: limit\n(?:.*\n)*? +default:) 50/, "$1 20");
  const ending = await repository.run("check-breaking", "--json");
  expect(ending.code).toBe(1);
  expect(JSON.parse(ending.said)).toMatchObject([
    {
      document: "openapi/openapi.yaml",
      isSound: false,
      since: "1.0.24",
      needed: "major",
      announced: "none",
      faults: [],
      changes: [{ weight: "breaking", before: 50, after: 20, column: 13 }],
    },
    { document: "openapi/companion.yaml", isSound: true, changes: [] },
    { document: "openapi/operator.yaml", isSound: true, changes: [] },
  ]);
});

test("rejects an unknown option, and prints help with exit code 0", async () => {
  const { run, root } = plantRepository(text);
  const wrong = await run("check-breaking", "--documents", join(root, "openapi/openapi.yaml"));
  expect(wrong.code).toBe(2);
  expect(wrong.said).toContain("Unknown option '--documents'");
  expect(await run("check-breaking", "--help")).toMatchObject({ code: 0 });
});

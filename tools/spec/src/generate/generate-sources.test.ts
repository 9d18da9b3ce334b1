import { describe, expect, test } from "vitest";
import { schemasOf } from "../grammar/resolve-reference.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";
import { readRegistered } from "../read/read-document.ts";
import { specified } from "../read/registry.ts";
import { generateSources } from "./generate-sources.ts";
import { describePattern } from "./pattern-words.ts";

const { document, entry } = await readRegistered(specified);

const sourcesOf = (changed: Fields) => generateSources([{ document: changed, entry }]);

/** The document with an additional property in MarginRatio. */
function withProperty(schema: Fields): Fields {
  const changed = structuredClone(document) as unknown as WithRatio;
  changed.components.schemas.MarginRatio.properties["added"] = schema;
  return changed as unknown as Fields;
}

type WithRatio = { components: { schemas: { MarginRatio: { properties: Record<string, unknown> } } } };

async function schemasWith(schema: Fields): Promise<string> {
  return (await sourcesOf(withProperty(schema)))["packages/contract/src/specified.gen.ts"] ?? "";
}

/** The patterns of a document, each once, without those of `not`, whose message is that of the schema around it. */
function patternsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value) patternsIn(item, found);
  if (!isFields(value)) return found;
  const { pattern, not: _, ...members } = value;
  if (typeof pattern === "string") found.add(pattern);
  for (const member of Object.values(members)) patternsIn(member, found);
  return found;
}

describe("Generating", () => {
  test("gives the same text for the same document", async () => {
    expect(await sourcesOf(document)).toEqual(await sourcesOf(structuredClone(document)));
  });

  test("names every schema of the document in the types and in the contract", async () => {
    const sources = await sourcesOf(document);
    for (const name of Object.keys(schemasOf(document))) {
      const type = `export type ${name} = components["schemas"]["${name}"];`;
      expect(sources["packages/types/src/specified.gen.ts"]).toContain(type);
      expect(sources["packages/contract/src/specified.gen.ts"]).toContain(`const ${name} = `);
    }
  });

  test("carries the document's descriptions into the types as JSDoc", async () => {
    const types = (await sourcesOf(document))["packages/types/src/specified.gen.ts"];
    expect(types).toContain(
      "/**\n * The margin figures in force for a symbol.\n */\nexport type MarginRatio",
    );
  });

  test("counts a text's length in code points and checks it before the pattern", async () => {
    const text = await schemasWith({ type: "string", maxLength: 3, pattern: "^a+$" });
    expect(text).toContain(
      `z.string().refine(hasLength({"maxLength":3}), {"error":"has to be at most 3 characters long","abort":true}).regex(/^a+$/u`,
    );
  });

  test("refuses a text that has what its schema excludes", async () => {
    const text = await schemasWith({ type: "string", not: { type: "string", pattern: "a|b" } });
    expect(text).toContain(
      'z.string().refine((text) => !/a|b/u.test(text), {"error":"has characters that are not allowed here"})',
    );
    await expect(schemasWith({ type: "string", not: { type: "string" } })).rejects.toThrow(/^not .*pattern$/);
  });

  test("says in words what each pattern allows, and shows none to a person", async () => {
    const sources = await sourcesOf(document);
    const patterns = patternsIn(document);
    expect(patterns.size).toBe(5);
    for (const pattern of patterns) expect(describePattern(pattern), pattern).toMatch(/; .*\w/);
    const contract = sources["packages/contract/src/specified.gen.ts"] ?? "";
    const messages = [...contract.matchAll(/"error":("(?:[^"\\]|\\.)*")/g)].map(([, text = ""]): string =>
      JSON.parse(text),
    );
    expect(messages.length).toBeGreaterThan(patterns.size);
    for (const message of messages) expect(message).not.toMatch(/[\^$[\]{}\\|]/);
    expect(await schemasWith({ type: "string", pattern: "^[xyz]{9}$" })).toContain(
      '.regex(/^[xyz]{9}$/u, {"error":"has characters that are not allowed here"})',
    );
  });

  test("checks wholeness itself, because zod's multipleOf lets tiny fractions pass", async () => {
    expect(await schemasWith({ type: "number", multipleOf: 1 })).toContain(
      "z.number().refine(Number.isInteger",
    );
  });

  test("keeps closed, open and tolerant objects apart", async () => {
    const closed = await schemasWith({ type: "object", additionalProperties: false });
    const open = await schemasWith({ type: "object", additionalProperties: true });
    const tolerant = await schemasWith({ type: "object" });
    expect(closed).toContain('"added": z.strictObject({})');
    expect(open).toContain('"added": z.looseObject({})');
    expect(tolerant).toContain('"added": tolerantObject({})');
  });
});

/** The document with a list of symbols as a parameter of the first notifications. */
function withParameter(change: object): Fields {
  const changed = structuredClone(document) as unknown as WithList;
  const schema = { type: "array", minItems: 1, maxItems: 9, items: { type: "string", pattern: "^[A-Z]+$" } };
  const symbols = { name: "symbols", in: "query", style: "form", explode: false, schema, ...change };
  changed.paths["/api/v1/notifications"].get.parameters.push(symbols);
  return changed as unknown as Fields;
}

const listSchema = (change: object) => ({
  schema: {
    type: "array",
    minItems: 1,
    maxItems: 9,
    items: { type: "string", pattern: "^[A-Z]+$" },
    ...change,
  },
});

describe("A list", () => {
  test("in the query is read between commas", async () => {
    const { "packages/contract/src/specified.gen.ts": contract = "" } = await sourcesOf(withParameter({}));
    expect(contract).toContain('"symbols": queryList(z.string().regex(/^[A-Z]+$/u');
    expect(contract).toContain("{ minItems: 1, maxItems: 9 }");
    expect(contract).toContain('import { queryList } from "./query-list.ts";');
  });

  test.each([
    ["exploded", { explode: true }, "style: form and explode: false"],
    ["of another style", { style: "pipeDelimited" }, "style: form and explode: false"],
    ["in a header", { in: "header" }, "a parameter of the query"],
    [
      "without bounds",
      { schema: { type: "array", items: { type: "string", enum: ["a"] } } },
      "needs a minItems",
    ],
    ["that may be empty", listSchema({ minItems: 0 }), "needs a minItems of 1 or more"],
    ["of numbers", listSchema({ items: { type: "integer" } }), "a pattern that excludes commas"],
    ["of any texts", listSchema({ items: { type: "string" } }), "a pattern that excludes commas"],
    ["of texts with commas", listSchema({ items: { type: "string", enum: ["a,b"] } }), "excludes commas"],
    ["with a default", listSchema({ default: ["A"] }), 'keyword "default" has no meaning for a list'],
  ])("in the query is not taken %s", async (_, change, words) => {
    await expect(sourcesOf(withParameter(change))).rejects.toThrow(words);
  });

  test("is the only parameter with a style", async () => {
    const change = { schema: { type: "string" } };
    await expect(sourcesOf(withParameter(change))).rejects.toThrow(
      "style has a meaning for a list in the query alone",
    );
  });

  test("in a body has bounds", async () => {
    const text = await schemasWith({ type: "array", minItems: 2, maxItems: 5, items: { type: "string" } });
    expect(text).toContain("z.array(z.string()).min(2, ");
    expect(text).toContain(".max(5, ");
  });
});

test("a shared parameter is written with each operation that refers to it", async () => {
  const shared = { name: "page", in: "query", description: "A page.", schema: { type: "string" } };
  const changed = withParameter({}) as unknown as WithList & { components: { parameters?: object } };
  changed.components.parameters = { Page: shared };
  changed.paths["/api/v1/notifications"].get.parameters.push({ $ref: "#/components/parameters/Page" });
  const sources = await sourcesOf(changed as unknown as Fields);
  expect(sources["packages/contract/src/specified.gen.ts"]).toContain('"page": z.string()');
});

describe("The generator rejects schemas without an exact counterpart, and names the place:", () => {
  test.each([
    ["a keyword of another type", { type: "boolean", maxLength: 3 }, ["maxLength"], 'keyword "maxLength"'],
    ["a format that nothing checks", { type: "string", format: "email" }, ["format"], 'format "email"'],
    [
      "an encoding that nothing checks",
      { type: "string", contentEncoding: "base32" },
      ["contentEncoding"],
      "base32",
    ],
    ["a multiple other than 1", { type: "number", multipleOf: 0.5 }, ["multipleOf"], "multipleOf 0.5"],
    ["an enum of numbers", { type: "string", enum: [1, 2] }, ["enum"], "one string or more"],
    ["an empty enum", { type: "string", enum: [] }, ["enum"], "one string or more"],
    ["a pattern that does not compile", { type: "string", pattern: "(" }, ["pattern"], "regular expressions"],
    ["a type that JSON Schema does not have", { type: "money" }, ["type"], 'type "money"'],
    ["no type at all", {}, ["type"], "knows string, number"],
    ["a union of one", { anyOf: [{ type: "string" }] }, ["anyOf"], "two branches"],
    ["a list of anything", { type: "array" }, [], "what its items are"],
    [
      "a required name that is no property",
      { type: "object", properties: {}, required: ["symbol"] },
      ["required"],
      'required names "symbol"',
    ],
    [
      "a map that has named properties too",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
      ["additionalProperties"],
      "not both",
    ],
    ["a default in a body", { type: "number", default: 1 }, ["default"], 'keyword "default"'],
  ])("%s", async (_what, schema, keys, words) => {
    const pointer = ["components", "schemas", "MarginRatio", "properties", "added", ...keys];
    await expect(sourcesOf(withProperty(schema))).rejects.toMatchObject({
      name: "RefusedDocument",
      pointer,
      message: expect.stringContaining(words),
    });
  });

  test("a schema that contains itself", async () => {
    const recursive = withProperty({ $ref: "#/components/schemas/MarginRatio" });
    await expect(sourcesOf(recursive)).rejects.toThrow("MarginRatio contains itself");
  });

  test.each([
    ["a cookie", { name: "c", in: "cookie", schema: { type: "string" } }, "path, query or header"],
    ["an unbounded integer", { name: "n", in: "query", schema: { type: "integer" } }, "needs a minimum"],
    ["a boolean", { name: "b", in: "query", schema: { type: "boolean" } }, "is a string, an integer"],
    [
      "an unknown normal form",
      { name: "s", in: "query", "x-normalize": ["NFKC"], schema: { type: "string" } },
      "x-normalize",
    ],
  ])("a parameter that is %s", async (_what, parameter, words) => {
    const changed = structuredClone(document) as unknown as WithList;
    changed.paths["/api/v1/notifications"].get.parameters.push(parameter);
    await expect(sourcesOf(changed as unknown as Fields)).rejects.toThrow(words);
  });
});

type WithList = { paths: { "/api/v1/notifications": { get: { parameters: unknown[] } } } };

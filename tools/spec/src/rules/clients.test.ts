import { describe, expect, it } from "vitest";
import type { Fields } from "../grammar/walk-document.ts";
import { checkPages, checkRepeats, pagesOf } from "./clients.ts";

const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } };
const cursor = { name: "cursor", in: "query" };
const offset = { name: "offset", in: "query" };
const key = { name: "Idempotency-Key", in: "header" };

const components = {
  schemas: {
    Tree: { type: "object" },
    TreePage: {
      type: "object",
      properties: {
        trees: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        names: { type: "array", items: { type: "string" } },
        nextCursor: { type: "integer" },
      },
    },
    TreeList: {
      type: "object",
      properties: { trees: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
    },
  },
};

function documentOf(fields: object, method = "get", page = "TreePage"): Fields {
  const schema = { $ref: `#/components/schemas/${page}` };
  const responses = { "200": { content: { "application/json": { schema } } } };
  return {
    paths: { "/trees": { [method]: { operationId: "listTrees", responses, ...fields } } },
    components,
  };
}

describe("The rule of pages:", () => {
  const complaintsOf = (fields: object, page?: string): string[] =>
    checkPages(documentOf(fields, "get", page)).map(({ message }) => message);
  const pages = { items: "trees", iterator: "everyTree" };

  it("a limit with a cursor or an offset makes pages, which say what they list", () => {
    expect(complaintsOf({})).toEqual([]);
    expect(complaintsOf({ parameters: [cursor] })).toEqual([]);
    expect(complaintsOf({ parameters: [limit, cursor], "x-pages": pages })).toEqual([]);
    expect(complaintsOf({ parameters: [limit, cursor] })).toEqual([
      "listTrees has a limit and a cursor and does not say what its pages list; write x-pages with items, a list of its answer, and iterator, such as everyMovement",
    ]);
    expect(complaintsOf({ parameters: [limit, offset] })[0]).toContain("a limit and an offset");
  });

  it.each<[string, object, object, string | undefined, string]>([
    ["no pages at all", { parameters: [limit] }, pages, undefined, "has no pages"],
    ["a list of texts", { parameters: [limit, cursor] }, { ...pages, items: "names" }, undefined, '"names"'],
    [
      "a member that is gone",
      { parameters: [limit, cursor] },
      { ...pages, items: "bushes" },
      undefined,
      '"bushes"',
    ],
    [
      "an iterator of another name",
      { parameters: [limit, cursor] },
      { ...pages, iterator: "allTrees" },
      undefined,
      "every",
    ],
    ["a cursor that never comes", { parameters: [limit, cursor] }, pages, "TreeList", "no nextCursor"],
    [
      "small pages",
      { parameters: [{ ...limit, schema: { maximum: 50 } }, offset] },
      pages,
      undefined,
      "less than 100",
    ],
  ])("they are not %s", (_, fields, declared, page, words) => {
    const complaints = complaintsOf({ ...fields, "x-pages": declared }, page);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain(words);
  });

  it("gives what a client needs", () => {
    const fields = { parameters: [limit, offset], "x-pages": pages };
    const operation = { id: "listTrees", path: "/trees", method: "get", pointer: [] };
    const document = documentOf(fields);
    const { paths } = document as { paths: Record<string, { get: Fields }> };
    expect(pagesOf(document, { ...operation, fields: paths["/trees"]?.get ?? {} })).toEqual({
      by: "offset",
      items: "trees",
      itemType: "Tree",
      iterator: "everyTree",
      isNewestFirst: false,
    });
  });
});

describe("The rule of repeats:", () => {
  const complaintsOf = (method: string, fields: object): string[] =>
    checkRepeats(documentOf(fields, method)).map(({ message }) => message);

  it("a GET may always be repeated", () => {
    expect(complaintsOf("get", {})).toEqual([]);
    expect(complaintsOf("get", { "x-idempotent": true })[0]).toContain("remove x-idempotent");
    expect(complaintsOf("get", { "x-invalidates": [] })[0]).toContain("remove x-invalidates");
  });

  it("anything else takes a key or says whether a repeat does more", () => {
    expect(complaintsOf("post", { "x-idempotent": true })).toEqual([]);
    expect(complaintsOf("post", { "x-idempotent": false, "x-invalidates": [] })).toEqual([]);
    expect(complaintsOf("post", {})[0]).toContain("write x-idempotent");
    expect(complaintsOf("patch", { parameters: [key], "x-invalidates": [] })).toEqual([]);
    expect(complaintsOf("patch", { parameters: [key], "x-idempotent": true })[0]).toContain(
      "remove x-idempotent",
    );
  });

  it("what may not be repeated as it is changes something, and says what becomes stale", () => {
    expect(complaintsOf("post", { "x-idempotent": false })[0]).toContain("write x-invalidates");
    expect(complaintsOf("patch", { parameters: [key] })[0]).toContain("write x-invalidates");
  });
});

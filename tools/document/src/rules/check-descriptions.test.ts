import { describe, expect, it } from "vitest";
import { checkDescriptions } from "./schemas.ts";

function complaintsOf(document: object): string[] {
  return checkDescriptions(document as never).map(
    ({ pointer, message }) => `${pointer.join(" ")}: ${message}`,
  );
}

describe("A description", () => {
  it("is owed by each named schema and each of its properties.", () => {
    const schemas = { A: { type: "object", properties: { b: { type: "string" } } } };
    expect(complaintsOf({ components: { schemas } })).toEqual([
      'components schemas A: "A" has no description; say in a sentence what it is',
      'components schemas A properties b: "b" has no description; say in a sentence what it is',
    ]);
  });

  it("is a sentence.", () => {
    const schemas = { A: { description: "An a." }, B: { description: "a b." }, C: { description: "A c" } };
    expect(complaintsOf({ components: { schemas } })).toEqual([
      expect.stringMatching(/^components schemas B description: the description of "B" is not a sentence/),
      expect.stringMatching(/^components schemas C description: the description of "C" is not a sentence/),
    ]);
  });

  it("is not owed where a reference stands, nor by the parts of a union or a list.", () => {
    const parts = { anyOf: [{ type: "string" }, { type: "null" }], description: "Either." };
    const list = { type: "array", items: { type: "string" }, description: "All." };
    const properties = { b: { $ref: "#/components/schemas/B" }, c: parts, d: list };
    expect(complaintsOf({ components: { schemas: { A: { description: "An a.", properties } } } })).toEqual(
      [],
    );
  });

  it("is owed by parameters, headers, bodies, responses, tags and servers.", () => {
    const operation = {
      parameters: [{ name: "symbol", in: "path" }],
      requestBody: {},
      responses: { "200": { headers: { ETag: {} } } },
    };
    const document = { tags: [{ name: "A" }], servers: [{ url: "/" }], paths: { "/a": { get: operation } } };
    expect(complaintsOf(document).map((complaint) => complaint.split(":")[0])).toEqual([
      "tags 0",
      "servers 0",
      "paths /a get parameters 0",
      "paths /a get requestBody",
      "paths /a get responses 200",
      "paths /a get responses 200 headers ETag",
    ]);
  });
});

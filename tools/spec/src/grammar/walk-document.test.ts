import { expect, it } from "vitest";
import { walkDocument } from "./walk-document.ts";

it("visits every object with its kind, parents before children, without following references", () => {
  const seen: string[] = [];
  const document = {
    openapi: "3.1.1",
    tags: [{ name: "A" }],
    paths: { "/a": { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } },
    components: {
      schemas: {
        A: { type: "object", properties: { default: { type: "string" } }, examples: [{ type: 1 }] },
      },
    },
  };
  walkDocument(document, (kind, pointer) => seen.push(`${kind} ${pointer.join("/")}`));
  expect(seen).toEqual([
    "document ",
    "tag tags/0",
    "pathItem paths//a",
    "operation paths//a/get",
    "response paths//a/get/responses/200",
    "components components",
    "schema components/schemas/A",
    "schema components/schemas/A/properties/default",
  ]);
});

it("never throws if something else is in place of an object", () => {
  const seen: string[] = [];
  walkDocument({ paths: 5, components: null, tags: ["A", null] }, (kind) => seen.push(kind));
  expect(seen).toEqual(["document"]);
});

import { expect, test } from "vitest";
import { shedDescriptions } from "./shed-descriptions.ts";

test("what a schema tells the document goes, brackets and quotes in its words with it, and its rules stay", () => {
  const source = `const A = z.object({
    "a": z.string().regex(/^[^)("]+$/u, { "error": "no (" }).openapi({ "description": "a \\"quote\\") and ({[" }).optional(),
}).openapi("A", { "examples": [")", { "b": "}" }] });
const B = z.string();`;
  expect(shedDescriptions(source)).toBe(`const A = z.object({
    "a": z.string().regex(/^[^)("]+$/u, { "error": "no (" }).optional(),
});
const B = z.string();`);
});

test("what a route says of its answers goes, and what it asks of requests stays", () => {
  const source = `createRoute({ request: { query: Q }, responses: {
    200: { description: "}", content: { "application/json": { schema: S } } },
  },
  security: [] });`;
  expect(shedDescriptions(source)).toBe(`createRoute({ request: { query: Q }, responses: {},
  security: [] });`);
});

test("a literal without an end is told, rather than cut anywhere", () => {
  expect(() => shedDescriptions('z.string().openapi({ "a": "b" }')).toThrow("does not end");
});

import { describe, expect, it } from "vitest";
import { checkErrorBodies } from "./operations.ts";

const named = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const text = { schema: { type: "string" } };
const content = {
  "application/json": named("ErrorResponse"),
  "application/problem+json": named("AnyProblem"),
  "text/plain": text,
};

function complaintsOf(status: string, change: object, operationId = "getMarginRatio"): string[] {
  const responses = { [status]: { $ref: "#/components/responses/Failed" } };
  const document = {
    paths: { "/a": { get: { operationId, responses } } },
    components: { responses: { Failed: { content: { ...content, ...change } } } },
  };
  return checkErrorBodies(document).map(({ message }) => message);
}

describe("An error", () => {
  it("has exactly the agreed bodies, and a reference to it is followed.", () => {
    expect(complaintsOf("400", {})).toEqual([]);
    expect(complaintsOf("default", {})).toEqual([]);
  });

  it("of the symbol search may have any shape, other than in its default.", () => {
    const any = { "application/json": named("AnyError") };
    expect(complaintsOf("404", any, "searchSymbols")).toEqual([]);
    expect(complaintsOf("default", {}, "searchSymbols")).toEqual([]);
    expect(complaintsOf("default", any, "searchSymbols")).toHaveLength(1);
    expect(complaintsOf("404", {}, "searchSymbols")).toEqual([
      "searchSymbols 404 has application/json with ErrorResponse; give it application/json with AnyError",
    ]);
    expect(complaintsOf("404", any)).toHaveLength(1);
  });

  it("leaves no agreed type out.", () => {
    const { "text/plain": _, ...rest } = content;
    const responses = { "500": { content: rest } };
    const document = { paths: { "/a": { get: { operationId: "getMarginRatio", responses } } } };
    expect(checkErrorBodies(document)).toEqual([
      {
        pointer: ["paths", "/a", "get", "responses", "500"],
        message: "getMarginRatio 500 has no text/plain; give it text/plain with a string",
      },
    ]);
  });

  it("adds no type of its own.", () => {
    expect(complaintsOf("401", { "text/html": text })).toEqual([
      "getMarginRatio 401 has text/html, which is not agreed for errors; remove it",
    ]);
  });

  it("does not write a body without a name.", () => {
    expect(complaintsOf("401", { "application/json": { schema: { type: "object" } } })).toEqual([
      expect.stringContaining("has application/json with a schema without a name"),
    ]);
  });

  it("is what this is about, and success is not.", () => {
    expect(complaintsOf("200", { "text/html": text })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { checkParameters } from "./operations.ts";

function complaintsOf(path: string, ...parameters: object[]): string[] {
  return checkParameters({ paths: { [path]: { get: { parameters } } } }).map(({ message }) => message);
}

const symbol = { name: "symbol", in: "path", required: true, schema: { type: "string" } };

describe("A parameter", () => {
  it("of the path is required and in its braces.", () => {
    expect(complaintsOf("/a/{symbol}", symbol)).toEqual([]);
    expect(complaintsOf("/a/{symbol}", { ...symbol, required: false })).toEqual([
      'parameter "symbol" in path: write required: true',
    ]);
  });

  it("of the query or of a header may be left out.", () => {
    const limit = { name: "limit", in: "query", schema: { type: "integer" } };
    expect(complaintsOf("/a", limit, { ...limit, name: "Idempotency-Key", in: "header" })).toEqual([]);
    expect(complaintsOf("/a", { ...limit, required: true })).toEqual([
      'parameter "limit" in query: remove required, for a caller may leave it out',
    ]);
  });

  it("has a schema.", () => {
    expect(complaintsOf("/a/{symbol}", { ...symbol, schema: undefined })).toEqual([
      'parameter "symbol" has no schema; give it a type and its bounds',
    ]);
  });

  it("stands in no cookie.", () => {
    expect(complaintsOf("/a", { name: "session", in: "cookie", schema: {} })).toEqual([
      'parameter "session" stands nowhere; write in: path, query or header',
    ]);
  });

  it("and the braces of the path agree.", () => {
    expect(complaintsOf("/a/{ticker}", symbol)).toEqual([
      "the path has {ticker} and no parameter of that name; add it to parameters",
      'the path parameter "symbol" is not in the path; write {symbol} there or remove it',
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { checkOperationWords } from "./operations.ts";

const sound = { operationId: "getThing", summary: "Get a thing", description: "Gets it.", tags: ["Things"] };

function complaintsOf(change: object, second: object = {}): string[] {
  const document = {
    tags: [{ name: "Things" }],
    paths: {
      "/a": { get: { ...sound, ...change } },
      "/b": { get: { ...sound, operationId: "listThings", ...second } },
    },
  };
  return checkOperationWords(document).map(({ pointer, message }) => `${pointer.join(" ")}: ${message}`);
}

describe("An operation", () => {
  it("is sound with an id, a summary, a description and one declared tag.", () => {
    expect(complaintsOf({})).toEqual([]);
  });

  it("has an id.", () => {
    expect(complaintsOf({ operationId: undefined })).toEqual([
      'paths /a get: has no operationId; add one, a verb and a noun such as "getMarginRatio"',
    ]);
  });

  it.each(["get", "GetThing", "get_thing", "get-thing", "getthing", "get thing"])(
    "is not called %j, which is no verb and noun in camelCase.",
    (operationId) => {
      expect(complaintsOf({ operationId })).toEqual([expect.stringContaining("is not a verb and a noun")]);
    },
  );

  it("begins with a verb that is in use.", () => {
    expect(complaintsOf({ operationId: "fetchThing" })).toEqual([
      expect.stringContaining('begins with "fetch"'),
    ]);
  });

  it("shares its id with no other.", () => {
    expect(complaintsOf({}, { operationId: "getThing" })).toEqual([
      'paths /b get operationId: operationId "getThing" is taken by another operation; name what sets this one apart',
    ]);
  });

  it("has a summary without a period.", () => {
    const message = "has no summary; write a few words that begin with a capital and end without a period";
    expect(complaintsOf({ summary: "Get a thing." })).toEqual([`paths /a get summary: ${message}`]);
    expect(complaintsOf({ summary: "get a thing" })).toEqual([`paths /a get summary: ${message}`]);
  });

  it("has a description in sentences.", () => {
    expect(complaintsOf({ description: "Gets it" })).toEqual([expect.stringContaining("has no description")]);
  });

  it("has exactly one tag.", () => {
    expect(complaintsOf({ tags: [] })).toEqual([expect.stringContaining("has 0 tags")]);
    expect(complaintsOf({ tags: ["Things", "Others"] })).toEqual([expect.stringContaining("has 2 tags")]);
  });

  it("has a tag that is declared.", () => {
    expect(complaintsOf({ tags: ["Thing"] })).toEqual([
      'paths /a get tags: tag "Thing" is not declared; add it to tags at the top',
    ]);
  });
});

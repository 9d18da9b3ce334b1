import { describe, expect, it } from "vitest";
import { checkOpenness } from "./schemas.ts";

function complaintsOf(name: string, additionalProperties?: unknown): string[] {
  const written = additionalProperties === undefined ? {} : { additionalProperties };
  const schemas = { [name]: { type: "object", properties: {}, ...written } };
  return checkOpenness({ components: { schemas } }).map(({ message }) => message);
}

describe("An object", () => {
  it("is open where that is agreed.", () => {
    expect(complaintsOf("SymbolInfo", true)).toEqual([]);
    expect(complaintsOf("SymbolInfo", false)).toHaveLength(1);
    expect(complaintsOf("SymbolInfo")).toEqual([
      "SymbolInfo is agreed to be open; write additionalProperties: true",
    ]);
  });

  it("is closed where it is a request body.", () => {
    expect(complaintsOf("IdCardRequest", false)).toEqual([]);
    expect(complaintsOf("IdCardRequest", true)).toHaveLength(1);
    expect(complaintsOf("IdCardRequest")).toEqual([
      "IdCardRequest is agreed to be closed; write additionalProperties: false",
    ]);
  });

  it("is neither where it is what the server sends.", () => {
    expect(complaintsOf("MarginRatio")).toEqual([]);
    expect(complaintsOf("MarginRatio", true)).toHaveLength(1);
    expect(complaintsOf("MarginRatio", false)).toEqual([
      "MarginRatio is agreed to be neither; remove additionalProperties",
    ]);
  });

  it("is not new without a decision.", () => {
    expect(complaintsOf("Order", true)).toEqual([
      "nothing is agreed on whether Order is open; add it to one of the lists in rules/schemas.ts",
    ]);
  });

  it("without a name and without members is open.", () => {
    const flow = (ui: object) => ({
      components: {
        schemas: { AuthFlow: { type: "object", additionalProperties: true, properties: { ui } } },
      },
    });
    expect(checkOpenness(flow({ type: "object", additionalProperties: true }))).toEqual([]);
    expect(checkOpenness(flow({ type: "object", additionalProperties: { type: "string" } }))).toEqual([]);
    expect(checkOpenness(flow({ type: "object" }))).toHaveLength(1);
    expect(checkOpenness(flow({ type: "object", additionalProperties: false }))).toHaveLength(1);
  });
});

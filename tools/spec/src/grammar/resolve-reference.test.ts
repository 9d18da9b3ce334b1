import { describe, expect, it } from "vitest";
import { followReference, nameOfReference, resolveReference } from "./resolve-reference.ts";

const document = { components: { schemas: { Price: { type: "number" }, "a/b~c": { type: "string" } } } };

describe("A reference", () => {
  it("leads to what it points at", () => {
    expect(resolveReference(document, "#/components/schemas/Price")).toEqual({ type: "number" });
  });

  it("may escape a slash and a tilde", () => {
    expect(resolveReference(document, "#/components/schemas/a~1b~0c")).toEqual({ type: "string" });
  });

  it("leads to nothing where a part of it is missing, or is merely inherited", () => {
    expect(resolveReference(document, "#/components/schemas/Prize")).toBeUndefined();
    expect(resolveReference(document, "#/components/schemas/constructor")).toBeUndefined();
    expect(resolveReference(document, "other.yaml#/components")).toBeUndefined();
  });

  it("is named after its last part", () => {
    expect(nameOfReference("#/components/schemas/Price")).toBe("Price");
  });

  it("is followed, and an object that is none is taken as it is", () => {
    expect(followReference(document, { $ref: "#/components/schemas/Price" })).toEqual({ type: "number" });
    expect(followReference(document, { type: "null" })).toEqual({ type: "null" });
    expect(() => followReference(document, { $ref: "#/nothing" })).toThrow(TypeError);
  });
});

import { describe, expect, it } from "vitest";
import { findUndeclaredMembers } from "./check-example.ts";

const document = {
  components: {
    schemas: {
      Envelope: {
        type: "object",
        additionalProperties: true,
        properties: {
          data: { type: "array", items: { $ref: "#/components/schemas/Quote" } },
          details: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: true }] },
          errors: { type: "object", additionalProperties: { type: "string" } },
        },
      },
      Quote: { type: "object", additionalProperties: true, properties: { price: { type: "number" } } },
    },
  },
};
const schema = { $ref: "#/components/schemas/Envelope" };

describe("A member that no schema describes", () => {
  it("is found at any depth, also in an open object.", () => {
    expect(findUndeclaredMembers(document, schema, { data: [{ price: 1 }, { prise: 1 }] })).toEqual([
      ["data", "1", "prise"],
    ]);
    expect(findUndeclaredMembers(document, schema, { date: [] })).toEqual([["date"]]);
  });

  it("is none in an object that describes no member.", () => {
    expect(findUndeclaredMembers(document, schema, { details: { anything: { goes: 1 } } })).toEqual([]);
  });

  it("is none where names are free.", () => {
    expect(findUndeclaredMembers(document, schema, { errors: { amount: "is required" } })).toEqual([]);
  });

  it("may be described by any branch of a union.", () => {
    const union = { anyOf: [{ $ref: "#/components/schemas/Quote" }, schema] };
    expect(findUndeclaredMembers(document, union, { price: 1, data: [] })).toEqual([]);
    expect(findUndeclaredMembers(document, union, { prize: 1 })).toEqual([["prize"]]);
  });
});

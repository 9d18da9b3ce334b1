import { expect, it } from "vitest";
import { checkUnions } from "./schemas.ts";

it("A union is an anyOf of two or more branches.", () => {
  const schemas = {
    Sound: { anyOf: [{ type: "string" }, { type: "null" }] },
    Exclusive: { oneOf: [{ type: "string" }] },
    Merged: { properties: { a: { allOf: [] } } },
    Single: { anyOf: [{ type: "string" }] },
  };
  const complaints = checkUnions({ components: { schemas } });
  expect(complaints.map(({ pointer, message }) => `${pointer.slice(2).join(" ")}: ${message}`)).toEqual([
    "Exclusive oneOf: oneOf is not used here, because one body may match several branches; write anyOf",
    "Merged properties a allOf: allOf is not used here, because one body may match several branches; write anyOf",
    "Single anyOf: anyOf has fewer than two branches; write the schema itself",
  ]);
});

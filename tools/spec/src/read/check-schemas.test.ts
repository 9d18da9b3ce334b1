import { describe, expect, it } from "vitest";
import { checkSchemas } from "./check-schemas.ts";

function complaintsOf(schema: unknown): string[] {
  return checkSchemas({ components: { schemas: { A: schema } } } as never).map(
    ({ pointer, message }) => `${pointer.slice(2).join("/")}: ${message}`,
  );
}

describe("A schema of the document", () => {
  it("is sound when it compiles and takes its own default and examples", () => {
    expect(complaintsOf({ type: "integer", minimum: 1, default: 1, examples: [2, 3] })).toEqual([]);
  });

  it("must take its own default", () => {
    expect(complaintsOf({ type: "integer", maximum: 100, default: 101 })).toEqual([
      "A/default: this value is refused by its own schema: / must be <= 100",
    ]);
  });

  it("must take each of its own examples", () => {
    const properties = { b: { type: "string", examples: ["b", 5] } };
    expect(complaintsOf({ type: "object", properties })).toEqual([
      "A/properties/b/examples/1: this value is refused by its own schema: / must be string",
    ]);
  });

  it("is blamed where it is broken, and not where that is contained", () => {
    const broken = { type: "string", pattern: "(" };
    const [first, ...more] = complaintsOf({
      type: "object",
      properties: { b: { type: "array", items: broken } },
    });
    expect(first).toMatch(/^A\/properties\/b\/items: this is no JSON Schema: Invalid regular expression/);
    expect(more).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { schemaValidator } from "./schema-validator.ts";

const document = {
  components: {
    schemas: {
      Price: { type: "number", minimum: 0 },
      Level: {
        type: "object",
        additionalProperties: false,
        required: ["price"],
        properties: { price: { $ref: "#/components/schemas/Price" }, side: { enum: ["buy", "sell"] } },
      },
    },
  },
};
const validatorOf = schemaValidator(document);

describe("A judge", () => {
  it("says nothing of a sound value and names each fault with its place", () => {
    const judge = validatorOf("#/components/schemas/Level");
    expect(judge({ price: 0, side: "buy" })).toEqual([]);
    expect(judge({ price: -1, side: "hold", volume: 5 })).toEqual([
      '/ must NOT have additional properties ("volume")',
      "/price must be >= 0",
      '/side must be equal to one of the allowed values (["buy","sell"])',
    ]);
    expect(judge({})).toEqual(["/ must have required property 'price'"]);
  });

  it("follows references out of a schema that was cut from the document", () => {
    const judge = validatorOf({ type: "array", items: { $ref: "#/components/schemas/Level" } });
    expect(judge([{ price: 1 }])).toEqual([]);
    expect(judge([{ price: 1 }, { price: "1" }])).toEqual(["/1/price must be number"]);
  });

  it("takes a union of types as it is written", () => {
    const judge = validatorOf({ type: ["number", "string"] });
    expect([judge(0), judge("0")]).toEqual([[], []]);
    expect(judge(null)).toEqual(["/ must be number,string"]);
  });

  it("counts characters and not their halves", () => {
    const judge = validatorOf({ type: "string", maxLength: 1 });
    expect(judge("𝄞")).toEqual([]);
    expect(judge("ab")).toEqual(["/ must NOT have more than 1 characters"]);
  });

  it("does not take true for a number or a text for an integer", () => {
    expect(validatorOf({ type: "number" })(true)).toEqual(["/ must be number"]);
    expect(validatorOf({ type: "integer" })("5")).toEqual(["/ must be integer"]);
    expect(validatorOf({ type: "integer" })(5.0)).toEqual([]);
  });
});

describe("A judge of Base64", () => {
  const judge = validatorOf({ type: "string", contentEncoding: "base64" });

  it.each(["", "QUJD", "QUI=", "QQ==", "+/+/"])("takes %j", (text) => {
    expect(judge(text)).toEqual([]);
  });

  it.each([
    "QUJ",
    "QUI",
    "Q===",
    "QQ=A",
    "QU-_",
    "QUJD\n",
    "QU JD",
    "data:image/png;base64,QUJD",
    "====",
    "QUJDRA=",
  ])("refuses %j", (text) => {
    expect(judge(text)).toEqual(["/ must be Base64 with padding and without line breaks"]);
  });

  it("is judged in one pass even at eleven million characters", () => {
    expect(judge("QUJD".repeat(2_796_203))).toEqual([]);
    expect(judge(`${"QUJD".repeat(2_796_202)}QU-D`)).toHaveLength(1);
  });
});

describe("A judge of date-times", () => {
  const judge = validatorOf({ type: "string", format: "date-time" });

  it.each([
    "2026-11-18T03:15:32Z",
    "2026-11-18T10:15:32.417+07:00",
    "2024-02-29T23:59:59-23:59",
    "2000-02-29T00:00:00Z",
  ])("takes %s", (text) => {
    expect(judge(text)).toEqual([]);
  });

  it.each([
    ["without an offset", "2026-11-18T03:15:32"],
    ["with a space", "2026-11-18 03:15:32Z"],
    ["without seconds", "2026-11-18T03:15Z"],
    ["in lower case", "2026-11-18t03:15:32z"],
    ["on a day that does not exist", "2026-02-29T00:00:00Z"],
    ["in a century without a leap day", "1900-02-29T00:00:00Z"],
    ["in the thirteenth month", "2026-13-01T00:00:00Z"],
    ["at midnight written as 24", "2026-11-18T24:00:00Z"],
    ["in a leap second", "2016-12-31T23:59:60Z"],
    ["with an offset of a day", "2026-11-18T03:15:32+24:00"],
    ["that is a date alone", "2026-11-18"],
  ])("refuses one %s", (_, text) => {
    expect(judge(text)).toEqual(['/ must match format "date-time"']);
  });
});

describe("A schema is refused", () => {
  it.each([
    ["a keyword is unknown", { type: "string", minSize: 1 }, 'unknown keyword: "minSize"'],
    ["a pattern does not compile", { type: "string", pattern: "(" }, "Unterminated group"],
    ["a required property is described nowhere", { type: "object", required: ["a"] }, "strictRequired"],
    ["a bound is no number", { type: "number", minimum: "1" }, "minimum must be number"],
    ["an encoding is not Base64", { type: "string", contentEncoding: "base32" }, "contentEncoding"],
    ["a format is unknown", { type: "string", format: "iban" }, 'unknown format "iban"'],
    ["a reference leads nowhere", { $ref: "#/components/schemas/Prize" }, "can't resolve reference"],
  ])("when %s", (_, schema, reason) => {
    expect(() => validatorOf(schema)).toThrow(reason);
  });
});

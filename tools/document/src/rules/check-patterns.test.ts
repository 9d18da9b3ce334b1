import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkPatterns } from "./schemas.ts";

function complaintsOf(pattern: string): string[] {
  const schema = { type: "string", pattern };
  return checkPatterns({ components: { schemas: { A: schema } } }).map(({ message }) => message);
}

describe("a pattern", () => {
  it.each([
    String.raw`^[^\x00-\x1F\x7F-\x9F]+$`,
    "^[A-Za-z0-9+/]+={0,2}$",
    String.raw`^(?:\.[\u0600-\u0605\-]*?|(a|b){2,})+$`,
    "^(?:(?!😀|😁)[^0-9])+$",
    "😀|😁",
  ])("is portable as %s", (pattern) => {
    expect(complaintsOf(pattern)).toEqual([]);
  });

  it.each([
    [String.raw`^\p{Lu}+$`, String.raw`\\p{Lu}+$`],
    [String.raw`^[a\P{L}]$`, String.raw`[a\\P{L}]$`],
    [String.raw`^a\u{1F600}$`, String.raw`\\u{1F600}$`],
    [String.raw`^a\d$`, String.raw`\\d$`],
    [String.raw`^\ud83d\ude00$`, String.raw`\\ud83d\\ude00$`],
    ["(?<=a)b", "(?<=a)b"],
    ["(?<!a)b", "(?<!a)b"],
    ["(?<year>a)", "(?<year>a)"],
    ["(?i:a)", "(?i:a)"],
    ["^a.b$", ".b$"],
    ["^a[😀]", "[😀]"],
    ["^[a--b]", "[a--b]"],
    ["^[[a-z]&&[^b]]", "[[a-z]&&[^b]]"],
    ["^[^a]$", "[^a]$"],
    ["^[^a]{1,100}$", "[^a]{1,100}$"],
  ])("is refused as %s, from %s on", (pattern, rest) => {
    expect(complaintsOf(pattern)).toEqual([
      expect.stringContaining(`from "${rest}" on, engines differ about this pattern`),
    ]);
  });

  it.each(["^[^a]+[^b]+$", String.raw`^[\uA000-\uFFFF]+$`])(
    "is refused as %s, which counts in UTF-16 without the Unicode flag",
    (pattern) => {
      expect(complaintsOf(pattern)).toEqual([expect.stringContaining("takes other texts without")]);
    },
  );

  it("is refused where it does not compile", () => {
    expect(complaintsOf("^(a$")).toEqual([expect.stringContaining("is no regular expression")]);
  });
});

/** What the parameters of the search mean, in classes that not every engine knows. */
const meant = [
  ["search", /^[^\p{Cc}\p{Cs}]+$/u],
  ["algoID", /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+$/u],
  ["positionID", /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+$/u],
] as const;

describe.each(meant)("the schema of %s, with and without the Unicode flag", (name, classes) => {
  const { pattern, not } = schemaOf(name);
  const judges = ["", "u"].map((flag) => {
    const [taken, refused] = [new RegExp(pattern, flag), not && new RegExp(not.pattern, flag)];
    return (text: string) => taken.test(text) && refused?.test(text) !== true;
  });
  const isAlike = (text: string) => judges.every((judge) => judge(text) === classes.test(text));

  it("takes every character that its classes take, alone and among others", () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code === 0xd800) code = 0xe000;
      const character = String.fromCodePoint(code);
      if (!isAlike(character) || !isAlike(`a${character}😀`)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("takes every well-formed text that its classes take", () => {
    const any = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
    const character = fc.oneof(any, fc.constantFrom(...odd));
    const texts = fc.array(character, { maxLength: 70 }).map((characters) => characters.join(""));
    expect(() => fc.assert(fc.property(texts, isAlike))).not.toThrow();
  });
});

/** Controls, separators, format characters in and beyond the BMP, halves of the same pairs, and noncharacters. */
const odd = [
  ..."\0\n\u0085 \u00a0\u00ad\u200d\u2028\ufeff\uffff\u{110bd}\u{110be}\u{e0001}\u{e0020}\u{e0080}\u{e0420}\u{10ffff}aé😀",
];

function schemaOf(name: string): { pattern: string; not?: { pattern: string } } {
  const document = parse(readFileSync(new URL("../../../../openapi/openapi.yaml", import.meta.url), "utf8"));
  const { parameters } = document.paths["/api/v1/MarketData/GetSymbolSearch/{search}"].get;
  return parameters.find((parameter: { name: string }) => parameter.name === name).schema;
}

import { expect, test } from "vitest";
import { parseJsonc } from "./parse-jsonc.ts";

test("comments are passed over, and what looks like one within a text stays", () => {
  const text = `{
    // "name": "another",
    "name": "https://oms.example/*", /* of "two"
    lines */ "quoted": "a \\" // b"
  }`;
  expect(parseJsonc(text)).toEqual({ name: "https://oms.example/*", quoted: 'a " // b' });
});

test("what is no JSON otherwise is refused", () => {
  expect(() => parseJsonc("{ name: 1 }")).toThrow(SyntaxError);
});

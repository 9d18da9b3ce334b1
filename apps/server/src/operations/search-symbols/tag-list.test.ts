import fc from "fast-check";
import { expect, test } from "vitest";
import { tagList } from "./entries.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("a tag is weak, and says the same of the same bytes in other objects, wherever they stand in memory", () => {
  const bytes = encode('{"symbol":"FPT","price":80000}');
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(tagList([bytes])).toMatch(/^W\/"[0-9a-f]{16}"$/);
  expect(tagList([encode('{"symbol":"FPT","price":80000}')])).toBe(tagList([bytes]));
  expect(tagList([shifted.subarray(3)])).toBe(tagList([bytes]));
});

test("what is in the list, in which order and how it is divided all make another tag", () => {
  const lists = [
    [],
    [""],
    ["", ""],
    ["a"],
    ["a", ""],
    ["", "a"],
    ["ab"],
    ["a", "b"],
    ["b", "a"],
    ["a\0"],
    ["a\0\0"],
    ["\u0001"],
    ["\u0001\0\0\0"],
  ];
  const tags = lists.map((list) => tagList(list.map(encode)));
  expect(new Set(tags).size).toBe(lists.length);
});

test("one bit that differs anywhere makes another tag", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(), fc.nat(7), (bytes, at, bit) => {
      const changed = bytes.slice();
      changed[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
      expect(tagList([changed])).not.toBe(tagList([bytes]));
    }),
  );
});

test("a hundred thousand entries of which two prices differ have as many tags", () => {
  const tags = new Set<string>();
  for (let price = 0; price < 100_000; price += 1) {
    const [high, low] = [Math.floor(price / 316) + 1_000, (price % 316) + 1_000];
    tags.add(tagList([encode(`{"symbol":"FPT","info":{"highPrc":${high}00},"depth":{"prc":${low}00}}`)]));
  }
  expect(tags.size).toBe(100_000);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { cacheLists, tagList } from "./entries.ts";

const encoder = new TextEncoder();
const entryOf = (text: string) => encoder.encode(text);
const [fpt, hpg, vnm] = [entryOf('"FPT"'), entryOf('"HPG"'), entryOf('"VNM"')];
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/**
 * A list of two short entries takes 1,054 bytes, plus two bytes for each letter of its name after the
 * first.
 */
const twoLists = { bytesMax: 2_115 };

test("joins an unchanged list once and tags it by its entries", () => {
  const write = cacheLists(twoLists);
  const list = write("fp", [fpt, hpg]);
  expect(textOf(list.bytes)).toBe('["FPT","HPG"]}');
  expect(list.etag).toBe(tagList([fpt, hpg]));
  expect(write("fp", [fpt, hpg]).bytes).toBe(list.bytes);
});

test("returns a replaced entry even if it has the same length or content", () => {
  const write = cacheLists(twoLists);
  const before = write("fp", [fpt, hpg]);
  const after = write("fp", [fpt, vnm]);
  expect(textOf(after.bytes)).toBe('["FPT","VNM"]}');
  expect(after.etag).not.toBe(before.etag);
  expect(textOf(before.bytes)).toBe('["FPT","HPG"]}');
  expect(write("fp", [entryOf('"FPT"'), hpg]).bytes).not.toBe(before.bytes);
});

test.each([
  ["another order", [hpg, fpt], '["HPG","FPT"]}'],
  ["one less", [fpt], '["FPT"]}'],
  ["one more", [fpt, hpg, vnm], '["FPT","HPG","VNM"]}'],
  ["nothing", [], "[]}"],
])("rebuilds the list of the same name with %s", (_, entries, text) => {
  const write = cacheLists(twoLists);
  write("fp", [fpt, hpg]).bytes;
  const list = write("fp", entries);
  expect([textOf(list.bytes), list.etag]).toEqual([text, tagList(entries)]);
});

test("joins entries in several scripts byte for byte", () => {
  const list = cacheLists(twoLists)("hoa", ["1", '"Hòa Phát"', "{}"].map(entryOf));
  expect(textOf(list.bytes)).toBe('[1,"Hòa Phát",{}]}');
});

test("never shares a list between two names", () => {
  const write = cacheLists(twoLists);
  write("fp", [fpt]);
  expect(textOf(write("hp", [hpg]).bytes)).toBe('["HPG"]}');
  expect(textOf(write("fp", [fpt]).bytes)).toBe('["FPT"]}');
});

test("evicts the least recently used list above the limit", () => {
  const write = cacheLists(twoLists);
  const [first, second] = [write("a", [fpt, hpg]).bytes, write("b", [fpt, hpg]).bytes];
  expect(write("a", [fpt, hpg]).bytes).toBe(first);
  write("c", [fpt, hpg]);
  expect(write("a", [fpt, hpg]).bytes).toBe(first);
  expect(write("b", [fpt, hpg]).bytes).not.toBe(second);
});

test("returns a list above the limit without evicting others for long", () => {
  const write = cacheLists(twoLists);
  const large = entryOf(" ".repeat(5_000));
  const list = write("large", [large]);
  expect(list.bytes).toHaveLength(5_003);
  expect(write("large", [large]).bytes).not.toBe(list.bytes);
  const small = write("a", [fpt]).bytes;
  expect(write("a", [fpt]).bytes).toBe(small);
});

test("counts the size of a repeatedly replaced list once", () => {
  const write = cacheLists(twoLists);
  const kept = write("kept", [fpt, hpg]).bytes;
  for (let round = 0; round < 50; round += 1) write("moving", [entryOf(`${round}`)]);
  expect(write("kept", [fpt, hpg]).bytes).toBe(kept);
});

const encode = (text: string) => new TextEncoder().encode(text);

test("computes a weak tag from the bytes, independent of objects and memory alignment", () => {
  const bytes = encode('{"symbol":"FPT","price":80000}');
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(tagList([bytes])).toMatch(/^W\/"[0-9a-f]{16}"$/);
  expect(tagList([encode('{"symbol":"FPT","price":80000}')])).toBe(tagList([bytes]));
  expect(tagList([shifted.subarray(3)])).toBe(tagList([bytes]));
});

test("changes the tag if content, order or boundaries of entries change", () => {
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

test("changes the tag if a single bit differs", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(), fc.nat(7), (bytes, at, bit) => {
      const changed = bytes.slice();
      changed[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
      expect(tagList([changed])).not.toBe(tagList([bytes]));
    }),
  );
});

test("gives a hundred thousand entries that differ in two prices distinct tags", () => {
  const tags = new Set<string>();
  for (let price = 0; price < 100_000; price += 1) {
    const [high, low] = [Math.floor(price / 316) + 1_000, (price % 316) + 1_000];
    tags.add(tagList([encode(`{"symbol":"FPT","info":{"highPrc":${high}00},"depth":{"prc":${low}00}}`)]));
  }
  expect(tags.size).toBe(100_000);
});

import { expect, test } from "vitest";
import { keepLists } from "./keep-lists.ts";
import { tagList } from "./tag-list.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const [fpt, hpg, vnm] = [encode('"FPT"'), encode('"HPG"'), encode('"VNM"')];
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A list of two short elements takes 1,048 bytes. */
const twoLists = { bytesMax: 2_100 };

test("a list that stays is joined once, and has the tag of its elements", () => {
  const write = keepLists(twoLists);
  const list = write("fp", [fpt, hpg]);
  expect(textOf(list.read())).toBe('["FPT","HPG"]}');
  expect(list.etag).toBe(tagList([fpt, hpg]));
  expect(write("fp", [fpt, hpg]).read()).toBe(list.read());
});

test("an element that was renewed is in the list, though it is as long as before and says the same", () => {
  const write = keepLists(twoLists);
  const before = write("fp", [fpt, hpg]).read();
  expect(textOf(write("fp", [fpt, vnm]).read())).toBe('["FPT","VNM"]}');
  expect(write("fp", [encode('"FPT"'), hpg]).read()).not.toBe(before);
});

test.each([
  ["another order", [hpg, fpt], '["HPG","FPT"]}'],
  ["one less", [fpt], '["FPT"]}'],
  ["one more", [fpt, hpg, vnm], '["FPT","HPG","VNM"]}'],
  ["nothing", [], "[]}"],
])("the same name with %s is another list", (_, elements, text) => {
  const write = keepLists(twoLists);
  write("fp", [fpt, hpg]).read();
  const list = write("fp", elements);
  expect([textOf(list.read()), list.etag]).toEqual([text, tagList(elements)]);
});

test("two names never share a list", () => {
  const write = keepLists(twoLists);
  write("fp", [fpt]);
  expect(textOf(write("hp", [hpg]).read())).toBe('["HPG"]}');
  expect(textOf(write("fp", [fpt]).read())).toBe('["FPT"]}');
});

test("beyond what it may keep, the list that was not asked for longest is dropped", () => {
  const write = keepLists(twoLists);
  const [first, second] = [write("a", [fpt, hpg]).read(), write("b", [fpt, hpg]).read()];
  expect(write("a", [fpt, hpg]).read()).toBe(first);
  write("c", [fpt, hpg]);
  expect(write("a", [fpt, hpg]).read()).toBe(first);
  expect(write("b", [fpt, hpg]).read()).not.toBe(second);
});

test("a list that is larger than all that may be kept is written, and takes nobody's place for long", () => {
  const write = keepLists(twoLists);
  const large = new Uint8Array(5_000).fill(0x20);
  const list = write("large", [large]);
  expect(list.read()).toHaveLength(5_003);
  expect(write("large", [large]).read()).not.toBe(list.read());
  const small = write("a", [fpt]).read();
  expect(write("a", [fpt]).read()).toBe(small);
});

test("lists that are replaced again and again count once", () => {
  const write = keepLists(twoLists);
  const kept = write("kept", [fpt, hpg]).read();
  for (let round = 0; round < 50; round += 1) write("moving", [encode(`${round}`)]);
  expect(write("kept", [fpt, hpg]).read()).toBe(kept);
});

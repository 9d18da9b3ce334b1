import { expect, test } from "vitest";
import { elementOf } from "../../testing/element-of.ts";
import { joinJsonList } from "./entries.ts";

const join = (elements: readonly string[]) =>
  new TextDecoder().decode(joinJsonList('{"đ":"ệ","data":[', elements.map(elementOf), "]}"));

test("a list of none, one and several elements is JSON, and not a byte longer", () => {
  expect(join([])).toBe('{"đ":"ệ","data":[]}');
  expect(join(['"Ngân hàng"'])).toBe('{"đ":"ệ","data":["Ngân hàng"]}');
  expect(join(["1", '"Hòa Phát"', "{}"])).toBe('{"đ":"ệ","data":[1,"Hòa Phát",{}]}');
});

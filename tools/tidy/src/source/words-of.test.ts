import { expect, test } from "vitest";
import { wordsOf } from "./words-of.ts";

test.each([
  ["openAccount", ["open", "account"]],
  ["OpenAPIDocument", ["open", "api", "document"]],
  ["ORDER_KINDS", ["order", "kinds"]],
  ["open-account", ["open", "account"]],
  ["fileFitsIn300Lines", ["file", "fits", "in300", "lines"]],
  ["_", []],
])("The name %s is made of the words %j", (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});

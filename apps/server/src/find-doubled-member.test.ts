import { expect, test } from "vitest";
import { findDoubledMember } from "./find-doubled-member.ts";

test.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"a" : 1,\n"b":{"c":1,"c" :2}}', "c"],
  ['[{"a":1},{"b":1,"b":1}]', "b"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
])("a member that stands twice in one object is named: %s", (json, name) => {
  expect(findDoubledMember(json)).toBe(name);
});

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":["a","a"]}',
  '{"a":"\\"a\\":1,","b":"{\\"b\\":1}"}',
  '"a"',
  "{}",
])("the same name elsewhere, or as a value, is no double: %s", (json) => {
  expect(findDoubledMember(json)).toBeUndefined();
});

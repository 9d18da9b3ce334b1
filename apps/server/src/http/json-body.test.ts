import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./json-body.ts";

function parse(text: string) {
  return parseJsonBody(new TextEncoder().encode(text));
}

function refused(field: string, message: string) {
  return { failure: { code: "invalid_request", issues: [{ field, message }] } };
}

const tooMany = refused("body", "has more than 64 members and elements; send no member that is not known");
const tooDeep = refused("body", "is nested more than 8 deep; send no member that is not known");
const noJson = refused("body", "has to be JSON in UTF-8");

test.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"a" : 1,\n"b":{"c":1,"c" :2}}', "c"],
  ['[{"a":1},{"b":1,"b":1}]', "b"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
])("names a member that appears twice in one object: %s", (json, name) => {
  expect(parse(json)).toEqual(refused(name, "stands twice; write it once"));
});

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":["a","a"]}',
  '{"a":"\\"a\\":1,","b":"{\\"b\\":1}"}',
  '"a"',
  "{}",
  "\ufeff{}",
  '{"tên":"Trần"}',
])("accepts the same name in another object or as a value: %s", (json) => {
  expect(parse(json)).toEqual({ value: JSON.parse(json.replace("\ufeff", "")) });
});

test.each(["0.1", "-0", "1.50", "100e-2", "1e3", "9007199254740992", "0.000", "1e999"])(
  "parses %s exactly",
  (number) => {
    expect(parse(`{"n":${number}}`)).toEqual({ value: { n: Number(number) } });
  },
);

test.each([
  "9007199254740993",
  "2.00000000000000001",
  "1e-999",
  `1${"0".repeat(400)}`,
  "0.99999999999999999999",
])("rejects %s, which a double cannot represent", (number) => {
  const isZero = Number(number) === 0;
  expect(parse(`{"a":"1","n":${number}}`)).toEqual(
    refused("n", "has more digits than a number holds exactly"),
  );
  expect(isZero || Number(number) > 0).toBe(true);
});

test.each([
  "",
  "{",
  '{"a":}',
  '{"a":1,}',
  '{"a":1}}',
  "[1 2]",
  '{"a":"\\x"}',
  '{"\\x":1}',
  '{"a":1-2}',
  "nul",
])("rejects %j as malformed JSON", (text) => {
  expect(parse(text)).toEqual(noJson);
});

describe("limits:", () => {
  const members = (count: number): string =>
    `{${Array.from({ length: count }, (_, index) => `"m${index}":"x"`).join(",")}}`;
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  test("accepts 64 members or elements and rejects 65", () => {
    expect(parse(members(64))).toHaveProperty("value");
    expect(parse(members(65))).toEqual(tooMany);
    expect(parse(`[${"null,".repeat(63)}null]`)).toHaveProperty("value");
    expect(parse(`[${"null,".repeat(64)}null]`)).toEqual(tooMany);
  });

  test("accepts a nesting depth of 8 and rejects 9", () => {
    expect(parse(nested(8))).toHaveProperty("value");
    expect(parse(nested(9))).toEqual(tooDeep);
    expect(parse("[".repeat(9))).toEqual(tooDeep);
  });

  test("rejects a member name above 128 bytes without repeating it", () => {
    expect(parse(`{"${"n".repeat(126)}":1}`)).toHaveProperty("value");
    expect(parse(`{"${"n".repeat(127)}":1}`)).toEqual(
      refused("body", "has a member whose name is longer than any that is known"),
    );
  });

  test("requires ASCII above 65,536 bytes, apart from a byte order mark", () => {
    const long = "A".repeat(70_000);
    expect(parse(`\ufeff{"a":"${long}"}`)).toHaveProperty("value");
    expect(parse(`{"a":"ế${long}"}`)).toEqual(
      refused("body", "has to be ASCII beyond 65,536 bytes; write other characters as \\u escapes"),
    );
  });
});

const largeBytes = 33_000_000;

/** A body of the maximum size: one beginning, then a repeated unit. */
function fill(begin: string, unit: string, end: string): Uint8Array {
  const bytes = Buffer.alloc(largeBytes, unit);
  bytes.write(begin);
  bytes.write(end, largeBytes - end.length);
  return bytes;
}

test.each([
  ["zeros in an array", '{"frontImage":[0,', "0,"],
  ["open objects", '{"a":', '{"a":'],
  ["members without commas", '{"a":1', '"a":1'],
  ["members", '{"a":1,', '"a":1,'],
  ["strings", '["a"', '"a"'],
  ["numbers without commas", "[1 ", "1 "],
  ["objects without commas", "[", "{}"],
  ["closing brackets", "", "]"],
  ["commas", "[", ","],
  ["spaces", '{"a"', " ", "x"],
  ["digits", '{"n":', "1", "}"],
  ["escaped quotes", '{"a":"  ', '\\"'],
  ["one character beyond ASCII", '{"a":"ế', "A", '"}'],
  ["a name", '{"', "n", '":1}'],
])("rejects 33 MB of %s within a second of CPU time", (_, begin, unit, end = "") => {
  const bytes = fill(begin, unit, end);
  // Other work slows the core down, so the best of three runs counts.
  let leastMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3 && leastMs >= 500; count += 1) {
    const before = process.threadCpuUsage();
    expect(parseJsonBody(bytes)).toHaveProperty("failure");
    const { user, system } = process.threadCpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  expect(leastMs).toBeLessThan(1_000);
});

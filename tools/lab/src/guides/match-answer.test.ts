import { expect, test } from "vitest";
import { parseShownJson } from "./read-guide.ts";
import { matchAnswer } from "./take-step.ts";

function matchJson(shown: string, printed: string): string[] {
  return matchAnswer({ kind: "json", value: parseShownJson(shown)?.value }, printed);
}

function matchText(text: string, printed: string): string[] {
  return matchAnswer({ kind: "text", text }, printed);
}

test("matches JSON in any layout and order of members", () => {
  expect(matchJson('{\n  "a": [1, null],\n  "b": {"c": "d"}\n}', '{"b":{"c":"d"},"a":[1,null]}\n')).toEqual(
    [],
  );
});

test("matches an ellipsis outside of a string with a positive whole number only", () => {
  expect(matchJson('{"id": …}', '{"id":1795269005052}')).toEqual([]);
  for (const printed of ["0", "-1", "1.5", '"1"', "null", "9007199254740992", "[1]"]) {
    expect(matchJson('{"id": …}', `{"id":${printed}}`)).toEqual([
      `the answer.id is ${printed}, and a whole number above 0 is shown`,
    ]);
  }
});

test("matches an ellipsis in a string with characters other than spaces", () => {
  expect(matchJson('"Deposit/TX-…"', '"Deposit/TX-da23eac2"')).toEqual([]);
  expect(matchJson('"Deposit/TX-…"', '"Deposit/TX-"')).toHaveLength(1);
  expect(matchJson('"Deposit/TX-…"', '"Deposit/TX-a b"')).toHaveLength(1);
  expect(matchJson('"a.c…"', '"abcd"')).toHaveLength(1);
  expect(matchJson('"a…"', '"xab"')).toHaveLength(1);
});

test("reports each difference with its place", () => {
  const shown = '{"items": [{"amount": 6000000, "left": 1}], "limit": 1}';
  const printed = '{"items":[{"amount":6000001,"more":"new"},{}],"limit":"1"}';
  expect(matchJson(shown, printed)).toEqual([
    "the answer.items has 2 items, and 1 are shown",
    'the answer.items[0].more is not shown, and is "new"',
    "the answer.items[0].amount is 6000001, and 6000000 is shown",
    "the answer.items[0].left is shown, and is not there",
    'the answer.limit is "1", and 1 is shown',
  ]);
});

test("distinguishes lists, objects and null", () => {
  for (const [shown, printed] of [
    ["{}", "[]"],
    ["[]", "{}"],
    ["{}", "null"],
    ["null", "{}"],
  ] as const) {
    expect(matchJson(shown, printed)).toEqual([`the answer is ${printed}, and ${shown} is shown`]);
  }
});

test("reports output that is not JSON as printed", () => {
  expect(matchJson("{}", "Not found\n")).toEqual(["JSON is shown, and this was printed: Not found"]);
  expect(matchJson("{}", "")).toEqual(["JSON is shown, and this was printed: nothing"]);
});

test("matches a table with wider columns, but not with a different line or cell", () => {
  const shown = "ID  TIME  AMOUNT\n…   …          5";
  expect(
    matchText(shown, "       ID  TIME                  AMOUNT\n138412033  2026-11-21T13:45:13Z       5\n"),
  ).toEqual([]);
  expect(matchText(shown, "ID  TIME  AMOUNT\n1   2          6")).toHaveLength(1);
  expect(matchText(shown, "ID  TIME  AMOUNT\n1   2          5\n2   3          5")).toHaveLength(1);
  expect(matchText(shown, "ID  TIME  AMOUNT")).toHaveLength(1);
  // A single space is part of a text and does not separate columns.
  expect(matchText("user reader", "user  reader")).toHaveLength(1);
});

test("expects no output where no answer is shown", () => {
  expect(matchAnswer(undefined, "")).toEqual([]);
  expect(matchAnswer(undefined, "\n")).toEqual([]);
  expect(matchAnswer(undefined, "something")).toEqual([
    "this is shown:\nnothing\nand this was printed:\nsomething",
  ]);
});

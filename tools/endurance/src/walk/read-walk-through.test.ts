import { expect, test } from "vitest";
import { someNumber } from "./parse-shown-json.ts";
import { readWalkThrough } from "./read-walk-through.ts";

/** Writes a page with marks in place of fences, of which a fence can't be full. */
function page(...lines: readonly string[]): string {
  return lines.join("\n").replaceAll("~~~", "```");
}

test("a step is a command with the line that it stands on, and its answer is the fence behind it", () => {
  const steps = readWalkThrough(
    page(
      "# Title",
      "~~~sh",
      "a",
      "b",
      "~~~",
      "Because.",
      "~~~text",
      "one",
      "",
      "two",
      "~~~",
      "~~~sh soon",
      "c",
      "~~~",
    ),
  );
  expect(steps).toEqual([
    { line: 3, command: "a\nb", isSoon: false, answer: { kind: "text", text: "one\n\ntwo" } },
    { line: 13, command: "c", isSoon: true, answer: undefined },
  ]);
});

test("an ellipsis in JSON is some number outside of a text, and stays as it is inside", () => {
  const answer = String.raw`{"id": …, "texts": ["TX-…", "\"…", "…"], "atMs": [1, …]}`;
  expect(readWalkThrough(page("~~~sh", "a", "~~~", "~~~json", answer, "~~~"))).toMatchObject([
    {
      answer: {
        kind: "json",
        value: { id: someNumber, texts: ["TX-…", '"…', "…"], atMs: [1, someNumber] },
      },
    },
  ]);
});

test.for<[string, string, readonly string[]]>([
  ["without a step", "There is no step in it.", ["Nothing."]],
  ["whose fence has no end", "The fence that line 1 begins has no end.", ["~~~sh", "a"]],
  [
    "that answers before it asks",
    "Line 1 begins an answer, and no command stands before it.",
    ["~~~text", "~~~"],
  ],
  [
    "that answers twice",
    "Line 5 begins an answer, and no command stands before it.",
    ["~~~sh", "~~~", "~~~text", "~~~", "~~~text", "~~~"],
  ],
  [
    "with a fence of something else",
    'Line 3 begins a fence of "yaml"; write sh, sh soon, json or text.',
    ["~~~sh", "~~~", "~~~yaml", "~~~"],
  ],
  [
    "with JSON that is none",
    "The answer that line 3 begins is no JSON.",
    ["~~~sh", "~~~", "~~~json", "{…}", "~~~"],
  ],
])("a page %s can't be walked", ([, fault, lines]) => {
  expect(readWalkThrough(page(...lines))).toEqual({ fault });
});

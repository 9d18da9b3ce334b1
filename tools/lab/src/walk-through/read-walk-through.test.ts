import { expect, test } from "vitest";
import { readWalkThrough, someNumber } from "./read-walk-through.ts";

/** Joins the lines of a page. Tildes stand for backticks, which would end the string's own fence in a page. */
function page(...lines: readonly string[]): string {
  return lines.join("\n").replaceAll("~~~", "```");
}

test("reads a command with its line, and the next fence as its answer", () => {
  const walkThrough = readWalkThrough(
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
  expect(walkThrough).toEqual({
    settings: undefined,
    steps: [
      { line: 3, command: "a\nb", isSoon: false, answer: { kind: "text", text: "one\n\ntwo" } },
      { line: 13, command: "c", isSoon: true, answer: undefined },
    ],
  });
});

test("reads the settings with which the service is started", () => {
  const begin = [
    "~~~sh start",
    "FEED=simulated SIMULATED_START=2026-11-17T10:50+07:00 \\",
    "  EMPTY= npm start",
    "~~~",
  ];
  expect(readWalkThrough(page(...begin, "~~~sh", "a", "~~~"))).toMatchObject({
    settings: { FEED: "simulated", SIMULATED_START: "2026-11-17T10:50+07:00", EMPTY: "" },
    steps: [{ line: 6 }],
  });
});

test("reads an ellipsis in JSON as a number outside of strings, and keeps it inside", () => {
  const answer = String.raw`{"id": …, "texts": ["TX-…", "\"…", "…"], "atMs": [1, …]}`;
  expect(readWalkThrough(page("~~~sh", "a", "~~~", "~~~json", answer, "~~~"))).toMatchObject({
    steps: [
      {
        answer: {
          kind: "json",
          value: { id: someNumber, texts: ["TX-…", '"…', "…"], atMs: [1, someNumber] },
        },
      },
    ],
  });
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
    'Line 3 begins a fence of "yaml"; write sh start, sh, sh soon, json or text.',
    ["~~~sh", "~~~", "~~~yaml", "~~~"],
  ],
  [
    "that starts something else",
    "Line 1 does not start the service, by settings and npm start, before all else.",
    ["~~~sh start", "feed=none npm start", "~~~", "~~~sh", "~~~"],
  ],
  [
    "that starts too late",
    "Line 3 does not start the service, by settings and npm start, before all else.",
    ["~~~sh", "~~~", "~~~sh start", "npm start", "~~~"],
  ],
  [
    "with JSON that is none",
    "The answer that line 3 begins is no JSON.",
    ["~~~sh", "~~~", "~~~json", "{…}", "~~~"],
  ],
])("rejects a page %s", ([, fault, lines]) => {
  expect(readWalkThrough(page(...lines))).toEqual({ fault });
});

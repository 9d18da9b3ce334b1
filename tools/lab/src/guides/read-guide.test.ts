import { expect, test } from "vitest";
import { readGuide, someNumber } from "./read-guide.ts";

/** Joins the lines of a page. Tildes stand for backticks, which would end the string's own fence in a page. */
function page(...lines: readonly string[]): string {
  return lines.join("\n").replaceAll("~~~", "```");
}

test("reads a command with its line, and the next fence as its answer", () => {
  const guide = readGuide(
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
  expect(guide).toEqual({
    settings: undefined,
    steps: [
      { line: 3, command: "a\nb", isSoon: false, answer: { kind: "text", text: "one\n\ntwo" } },
      { line: 13, command: "c", isSoon: true, answer: undefined },
    ],
  });
});

test("reads the settings with which the service is started", () => {
  const begin = [
    "~~~sh",
    "FEED=simulated SIMULATED_START=2026-11-17T10:50+07:00 \\",
    "  EMPTY= npm start",
    "~~~",
  ];
  expect(readGuide(page(...begin, "~~~sh", "a", "~~~"))).toMatchObject({
    settings: { FEED: "simulated", SIMULATED_START: "2026-11-17T10:50+07:00", EMPTY: "" },
    steps: [{ line: 6 }],
  });
});

test("reads an ellipsis in JSON as a number outside of strings, and keeps it inside", () => {
  const answer = String.raw`{"id": …, "texts": ["TX-…", "\"…", "…"], "atMs": [1, …]}`;
  expect(readGuide(page("~~~sh", "a", "~~~", "~~~json", answer, "~~~"))).toMatchObject({
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

test("reads no step from a page that only shows", () => {
  expect(readGuide(page("~~~ini", "[Unit]", "~~~", "~~~console", "$ npm start", "~~~"))).toEqual({
    settings: undefined,
    steps: [],
  });
});

test.for<[string, string, readonly string[]]>([
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
    "that answers what is only shown",
    "Line 5 begins an answer, and no command stands before it.",
    ["~~~sh", "~~~", "~~~console", "~~~", "~~~text", "~~~"],
  ],
  [
    "with a fence of another shell",
    'Line 1 begins a fence of "bash"; write sh, sh soon, or console if it is only shown.',
    ["~~~bash", "~~~"],
  ],
  [
    "that starts something else",
    "Line 1 does not start the service, by settings and npm start, before all else.",
    ["~~~sh", "feed=none npm start", "~~~", "~~~sh", "~~~"],
  ],
  [
    "that starts too late",
    "Line 3 does not start the service, by settings and npm start, before all else.",
    ["~~~sh", "~~~", "~~~sh", "npm start", "~~~"],
  ],
  [
    "with JSON that is none",
    "The answer that line 3 begins is no JSON.",
    ["~~~sh", "~~~", "~~~json", "{…}", "~~~"],
  ],
])("rejects a page %s", ([, fault, lines]) => {
  expect(readGuide(page(...lines))).toEqual({ fault });
});

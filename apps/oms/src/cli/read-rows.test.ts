/** Holds what a file may cost that is no list of rows, and where its faults are. */
import { expect, test } from "vitest";
import { type FieldsLine, type RowColumns, readRows } from "./read-rows.ts";

const columns = {
  account: { kind: "text", isRequired: true },
  note: { kind: "text", isRequired: false },
} as const;

async function readAs(
  format: "csv" | "json",
  read: RowColumns,
  ...parts: readonly (string | Buffer)[]
): Promise<readonly FieldsLine[]> {
  const rows: FieldsLine[] = [];
  async function* chunks() {
    for (const part of parts) {
      const bytes = Buffer.from(part);
      for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144);
    }
  }
  for await (const row of readRows(chunks(), format, read)) rows.push(row);
  return rows;
}

const read = (...parts: readonly (string | Buffer)[]) => readAs("csv", columns, ...parts);

test.each([
  "root:x:0:0:secret:/bin/sh\nother,line\n",
  "secret,secret\na,b\n",
  '[{"secret": 1}]',
  "[{secret: 1}]",
])("a file that is none of ours is refused and not quoted: %j", async (content) => {
  const rows = await readAs(content.startsWith("[") ? "json" : "csv", columns, content);
  expect(rows).toEqual([
    { line: 1, fault: expect.stringMatching(/^(none of the columns is known|the object)/) },
  ]);
  expect(JSON.stringify(rows)).not.toContain("secret");
});

test("a line of 15 MB of commas is refused with its place, before its cells take memory", async () => {
  const before = process.memoryUsage().heapUsed;
  const rows = await read("account,note\nA,\n", Buffer.alloc(15_000_000, ","), "\n");
  expect(rows.at(-1)).toEqual({ line: 3, fault: "the line is longer than 256 KiB: break it." });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
});

test("a row of many lines with nothing but empty cells and line ends is refused where it begins", async () => {
  const line = `${",".repeat(60_000)}"\n"`;
  const rows = await read("account,note\n\nA,\n\n", line.repeat(40), "\n");
  expect(rows[0]).toMatchObject({ line: 3 });
  expect(rows.at(-1)).toEqual({
    line: 5,
    fault: "the row is longer than 128,000 characters: look for a quote that is not closed.",
  });
});

test("8 MB of empty lines take little time, and the lines after them keep their numbers", async () => {
  const before = process.cpuUsage();
  const empty = Buffer.alloc(8_000_000, "\n");
  const rows = await read("account,note\n", empty, 'A,"two\n\nlines"\n\nB,\n\r\n\nC,\n');
  const { user } = process.cpuUsage(before);
  expect(rows).toEqual([
    { line: 8_000_002, fields: { account: "A", note: "two\n\nlines" } },
    { line: 8_000_006, fields: { account: "B" } },
    { line: 8_000_009, fields: { account: "C" } },
  ]);
  expect(user / 1_000_000).toBeLessThan(10);
});

test("a quote that is not closed is found on its line, behind empty ones", async () => {
  const rows = await read('account,note\nA,\n\n\nB,"open\n');
  expect(rows.at(-1)).toMatchObject({ line: 5, fault: expect.stringContaining("is not closed") });
});

test("a row of empty lines at the end adds none", async () => {
  expect(await read("account,note\nA,b\n\n\n")).toEqual([{ line: 2, fields: { account: "A", note: "b" } }]);
});

test.each([
  ["an object instead of a list", '{"account": "A"}', 1, '"{" stands where the [ of a list of objects is'],
  ["a number in its list", "[\n1]", 2, '"1" stands where the { of an object'],
  ["no comma", "[\n{}\n{}]", 3, '"{" stands where a comma, or the ] of the list, is expected.'],
  ["a comma too many", "[{},\n]", 2, '"]" stands where the { of an object is expected.'],
  ["an object that is not closed", '[\n{"account": "}"\n', 2, "the object that begins here is not closed"],
  ["no end", "[\n{}\n", 3, "the list is not closed"],
  ["something behind its end", "[]\n[]", 2, '"[" stands where the end of the file is expected.'],
  ["an object that is no JSON", "[\n{symbol: 1}]", 2, "the object that begins here is not JSON"],
  ["an unknown name", '[\n{"account": "A", "colour": 1}]', 2, 'column "colour" is unknown'],
  ["no known name", '[\n{"colour": 1}]', 2, "none of the columns is known: write some of account,"],
  ["a value of another kind", '[\n{"account": ["A"]}]', 2, "account is neither a text nor a number"],
  ["a missing name", '[\n{"account": "A"}]', 2, 'lot is "": write a whole number such as 100.'],
  ["nothing in its list", "[]", 1, "the file contains no row."],
  ["nothing in it", "", 1, "the file is empty: write a list of objects."],
])("JSON with %s", async (_what, content, line, reason) => {
  const lot = { kind: "whole", isRequired: true } as const;
  const rows = await readAs("json", { ...columns, lot }, content);
  expect(rows.at(-1)).toEqual({ line, fault: expect.stringContaining(reason) });
});

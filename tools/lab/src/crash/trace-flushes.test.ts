import { expect, test } from "vitest";
import { checkTrace } from "./trace-flushes.ts";

const flushed = [
  "11 fdatasync(22) = 0",
  '10 write(1, "A-0 m-0 deposit 5\\n", 18) = 18',
  "11 fdatasync(22 <unfinished ...>",
  "11 <... fdatasync resumed>) = 0",
  '10 write(1, "A-0 m-1 deposit 7\\n", 18) = 18',
];

test("accepts acknowledgements that each follow a flush of their own", () => {
  expect(checkTrace(flushed.join("\n"))).toEqual({ acknowledgements: 2, unflushed: 0 });
});

test("finds an acknowledgement before its flush has returned", () => {
  const early = [flushed[1], flushed[2], flushed[4], flushed[3]].join("\n");
  expect(checkTrace(early)).toEqual({ acknowledgements: 2, unflushed: 1 });
});

test("does not count a failed flush", () => {
  const failed = [flushed[1], "11 fdatasync(22) = -1 EIO (Input/output error)", flushed[4]].join("\n");
  expect(checkTrace(failed)).toEqual({ acknowledgements: 2, unflushed: 1 });
});

import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { writeWithin } from "./record.ts";

test("what a slow disk has not taken waits up to a bound, and is written again once it is taken", () => {
  let taken = (): void => {};
  const written: string[] = [];
  const disk = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      taken = done;
    },
  });
  expect([1, 2, 3, 4].map((each) => writeWithin(disk, `line ${each}\n`, 14))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  taken();
  expect(writeWithin(disk, "line 5\n", 14)).toBe(true);
  expect(written).toEqual(["line 1\n", "line 2\n"]);
});

import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { tryWrite } from "./record.ts";

test("buffers up to a bound for a slow disk, and writes again when the disk has caught up", () => {
  let taken = (): void => {};
  const written: string[] = [];
  const disk = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      taken = done;
    },
  });
  expect([1, 2, 3, 4].map((each) => tryWrite(disk, `line ${each}\n`, 14))).toEqual([true, true, true, false]);
  taken();
  expect(tryWrite(disk, "line 5\n", 14)).toBe(true);
  expect(written).toEqual(["line 1\n", "line 2\n"]);
});

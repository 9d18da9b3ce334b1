import { expect, test } from "vitest";
import { comparePrinted } from "./compare-printed.ts";

test("runtimes that print the same differ in nothing, even where one runs fewer examples", () => {
  expect(comparePrinted({ "client-1": ["FPT"], "client-2": ["x"] }, { "client-1": ["FPT"] })).toEqual([]);
});

test("a line that only one runtime prints is told with its example", () => {
  expect(comparePrinted({ "client-1": ["FPT"] }, { "client-1": ["VNM"] })).toEqual([
    "client-1 printed\nVNM\ninstead of\nFPT",
  ]);
});

import { expect, test } from "vitest";
import { getDependencyReleaseLine, getReleaseLine } from "./get-release-line.ts";

test("a change is told in the words of its changeset, further lines indented under it", () => {
  expect(getReleaseLine({ summary: "Paging follows moved messages.\nNothing is to be changed.\n" })).toBe(
    "- Paging follows moved messages.\n  Nothing is to be changed.",
  );
});

test("a package that moves along is named with its version", () => {
  expect(getDependencyReleaseLine([], [{ name: "@trading-oms/types", newVersion: "1.0.25" }])).toBe(
    "- Goes with @trading-oms/types 1.0.25.",
  );
});

test("a release without companions has no line for them", () => {
  expect(getDependencyReleaseLine([], [])).toBe("");
});

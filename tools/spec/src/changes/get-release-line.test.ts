import { expect, test } from "vitest";
import { getDependencyReleaseLine, getReleaseLine } from "./get-release-line.ts";

test("prints the text of a changeset, with later lines indented", () => {
  expect(getReleaseLine({ summary: "Paging follows moved messages.\nNothing is to be changed.\n" })).toBe(
    "- Paging follows moved messages.\n  Nothing is to be changed.",
  );
});

test("names a dependency with its new version", () => {
  expect(getDependencyReleaseLine([], [{ name: "@trading-oms/types", newVersion: "1.0.25" }])).toBe(
    "- Goes with @trading-oms/types 1.0.25.",
  );
});

test("prints nothing without dependencies", () => {
  expect(getDependencyReleaseLine([], [])).toBe("");
});

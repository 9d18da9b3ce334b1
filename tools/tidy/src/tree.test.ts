import { expect, test } from "vitest";
import { tree } from "./tree.ts";

test("A file is read once, and only when somebody asks for it", () => {
  const read: string[] = [];
  const planted = tree("/srv", ["b.ts", "a.ts"], (path) => {
    read.push(path);
    return "export const a = 1;";
  });
  expect(read).toEqual([]);
  expect(planted.module("a.ts").program.body).toHaveLength(1);
  expect(planted.module("a.ts")).toBe(planted.module("a.ts"));
  expect(planted.text("a.ts")).toBe("export const a = 1;");
  expect(read).toEqual(["a.ts"]);
});

test("Paths are sorted, and the folders on their way are there", () => {
  const planted = tree("/srv", ["packages/b/src/b.ts", "packages/a.ts"], () => "");
  expect(planted.paths).toEqual(["packages/a.ts", "packages/b/src/b.ts"]);
  expect(planted.has("packages/b/src")).toBe(true);
  expect(planted.has("packages/b/sr")).toBe(false);
});

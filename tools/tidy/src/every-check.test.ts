import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everyCheck } from "./every-check.ts";
import { findIn } from "./find-in.ts";

const files = readdirSync(join(import.meta.dirname, "checks"));

test("Every check of the folder is in the list, once", () => {
  const names = files.filter((file) => !file.endsWith(".test.ts")).map((file) => file.replace(/\.ts$/, ""));
  expect(everyCheck.map(({ name }) => name).sort()).toEqual(names.sort());
});

test("Every check has a test of its own", () => {
  expect(everyCheck.filter(({ name }) => !files.includes(`${name}.test.ts`))).toEqual([]);
});

test.each(everyCheck)("The breach of $name breaks its rule once, in a planted file, with a mend", (check) => {
  const [found = "", ...more] = findIn(check, check.breach);
  expect(more).toEqual([]);
  expect(Object.keys(check.breach)).toContain(found.split(":")[0]);
  expect(found).toMatch(/^\S+:\d+: \S.*[.?!] Mend: [A-Z`].*\. \[[a-z0-9-]+\]$/);
});

test.each(everyCheck)("The rule of $name is a sentence, and its rooms are folders", ({ rule, rooms }) => {
  expect(rule).toMatch(/^[A-Z`].*\.$/);
  expect(rooms.filter((room) => room.endsWith("/") || room.startsWith("/"))).toEqual([]);
});

test("An empty repository breaks no rule", () => {
  expect(everyCheck.flatMap((check) => findIn(check, {}))).toEqual([]);
});

import { expect, test } from "vitest";
import { makeDice } from "../harness/dice.ts";
import { makeMalformed } from "./malformed.ts";

test("makes the same requests from the same dice", () => {
  expect(makeMalformed(makeDice(7), "token")).toEqual(makeMalformed(makeDice(7), "token"));
});

test("makes every kind within a few thousand, each in many forms", () => {
  const forms = new Map<string, Set<string>>();
  for (let seed = 0; seed < 5_000; seed += 1) {
    const { name, bytes } = makeMalformed(makeDice(seed * 7_919), "token");
    forms.set(name, (forms.get(name) ?? new Set()).add(bytes.toString("latin1")));
  }
  expect(forms.size).toBe(38);
  expect([...forms].filter(([, each]) => each.size < 2).map(([name]) => name)).toEqual([
    "the preface of HTTP/2",
  ]);
});

test("marks requests with both a length and chunks as to be refused", () => {
  const seeds = Array.from({ length: 500 }, (_, seed) => makeMalformed(makeDice(seed * 7_919), "token"));
  const marked = new Set(seeds.filter((each) => each.isRefusedAsWhole).map(({ name }) => name));
  expect([...marked]).toEqual(["length and chunks at once"]);
});

import { expect, test } from "vitest";
import { makeDice } from "../ground/dice.ts";
import { makeRubbish } from "./rubbish.ts";

test("makes the same requests from the same dice", () => {
  expect(makeRubbish(makeDice(7), "token")).toEqual(makeRubbish(makeDice(7), "token"));
});

test("makes every kind within a few thousand, each in many forms", () => {
  const forms = new Map<string, Set<string>>();
  for (let seed = 0; seed < 5_000; seed += 1) {
    const { name, bytes } = makeRubbish(makeDice(seed * 7_919), "token");
    forms.set(name, (forms.get(name) ?? new Set()).add(bytes.toString("latin1")));
  }
  expect(forms.size).toBe(38);
  expect([...forms].filter(([, each]) => each.size < 2).map(([name]) => name)).toEqual([
    "the preface of HTTP/2",
  ]);
});

test("marks requests with both a length and chunks as to be refused", () => {
  const seeds = Array.from({ length: 500 }, (_, seed) => makeRubbish(makeDice(seed * 7_919), "token"));
  const marked = new Set(seeds.filter((each) => each.isRefusedAsWhole).map(({ name }) => name));
  expect([...marked]).toEqual(["length and chunks at once"]);
});

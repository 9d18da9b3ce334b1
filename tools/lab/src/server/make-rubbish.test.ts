import { expect, test } from "vitest";
import { makeDice } from "../ground/dice.ts";
import { makeRubbish } from "./rubbish.ts";

test("the same dice make the same rubbish", () => {
  expect(makeRubbish(makeDice(7), "token")).toEqual(makeRubbish(makeDice(7), "token"));
});

test("every kind of rubbish comes up among some thousand, each in many forms", () => {
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

test("a length and chunks in one request are marked as what has to be refused", () => {
  const seeds = Array.from({ length: 500 }, (_, seed) => makeRubbish(makeDice(seed * 7_919), "token"));
  const marked = new Set(seeds.filter((each) => each.isRefusedAsWhole).map(({ name }) => name));
  expect([...marked]).toEqual(["length and chunks at once"]);
});

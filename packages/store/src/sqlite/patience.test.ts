import { expect, test } from "vitest";
import { makePatience, type Patience } from "./patience.ts";

function makeClocked(coreCount: number): {
  readonly patience: Patience;
  readonly pass: (ms: number) => void;
} {
  let nowMs = 0;
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { patience: makePatience({ soonMs: 1, nowMs: () => nowMs, coreCount }), pass };
}

test("a wait is watched for a millisecond, and not for longer", () => {
  const { patience, pass } = makeClocked(2);
  patience.begin();
  expect(patience.lasts()).toBe(true);
  pass(0.9);
  expect(patience.lasts()).toBe(true);
  pass(0.1);
  expect(patience.lasts()).toBe(false);
});

test("after a wait that took long the next one is not watched, and after one that was short it is again", () => {
  const { patience, pass } = makeClocked(2);
  patience.begin();
  pass(5);
  patience.end();
  patience.begin();
  expect(patience.lasts()).toBe(false);
  pass(0.5);
  patience.end();
  patience.begin();
  expect(patience.lasts()).toBe(true);
});

test("on a lone core nothing is watched for, since it would keep back what it waits for", () => {
  const { patience, pass } = makeClocked(1);
  patience.begin();
  expect(patience.lasts()).toBe(false);
  pass(0.1);
  patience.end();
  patience.begin();
  expect(patience.lasts()).toBe(false);
});

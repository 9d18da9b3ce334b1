import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Patience } from "./patience.ts";
import { stayAwake } from "./stay-awake.ts";

/** A patience that counts how often it is asked, and lasts for so many questions. */
function countPatience(lastsFor: number): Patience & { readonly asked: () => number } {
  let asked = 0;
  return {
    begin: () => {},
    lasts: () => {
      asked += 1;
      return asked <= lastsFor;
    },
    waitedMs: () => 0,
    end: () => {},
    asked: () => asked,
  };
}

test("the loop stays awake for as long as something is waited for, and others have their turns meanwhile", async () => {
  const patience = countPatience(Number.POSITIVE_INFINITY);
  const sleepAgain = stayAwake(patience);
  await setImmediate();
  await setImmediate();
  sleepAgain();
  const before = patience.asked();
  expect(before).toBeGreaterThan(1);
  await setImmediate();
  await setImmediate();
  expect(patience.asked()).toBe(before);
});

test("where the patience is over the loop sleeps, though what it waits for is not there", async () => {
  const patience = countPatience(3);
  stayAwake(patience);
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  expect(patience.asked()).toBe(4);
});

import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { stayAwake } from "./stay-awake.ts";

test("the loop stays awake for as long as something is waited for, and others have their turns meanwhile", async () => {
  let asked = 0;
  let isWaiting = true;
  stayAwake(() => {
    asked += 1;
    return isWaiting;
  });
  await setImmediate();
  await setImmediate();
  isWaiting = false;
  await setImmediate();
  const before = asked;
  expect(before).toBeGreaterThan(0);
  await wait(5);
  expect(asked).toBeLessThanOrEqual(before + 1);
});

test("what takes longer than half a millisecond is waited for asleep", async () => {
  let asked = 0;
  stayAwake(() => {
    asked += 1;
    return true;
  });
  await wait(20);
  const before = asked;
  await wait(20);
  expect(asked).toBe(before);
});

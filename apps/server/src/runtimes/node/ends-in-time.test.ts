import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { endsInTime } from "./start-server.ts";

test("a store that closes is waited for", async () => {
  let isDone = false;
  const work = wait(20).then(() => {
    isDone = true;
  });
  expect(await endsInTime(work, 20_000)).toBe(true);
  expect(isDone).toBe(true);
});

test("a store that never closes is waited for no longer than was said", async () => {
  expect(await endsInTime(new Promise(() => {}), 50)).toBe(false);
});

test("a store that fails to close in time fails whoever waits", async () => {
  await expect(endsInTime(Promise.reject(new Error("broken")), 20_000)).rejects.toThrow("broken");
});

import { expect, test } from "vitest";
import { wait } from "./base-services.ts";

test("Waiting ends in time, and at once when it is given up", async () => {
  const giving = new AbortController();
  await wait(1, giving.signal);
  const waiting = wait(60_000, giving.signal);
  giving.abort(new Error("given up"));
  await expect(waiting).rejects.toThrow("given up");
});

test("Whoever waits often leaves nothing behind on the signal", async () => {
  const listeners = { count: 0 };
  const signal = new AbortController().signal;
  const counting = new Proxy(signal, {
    get: (target, name) => {
      if (name === "addEventListener") listeners.count += 1;
      if (name === "removeEventListener") listeners.count -= 1;
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  for (let index = 0; index < 10; index += 1) await wait(0, counting);
  expect(listeners.count).toBe(0);
});

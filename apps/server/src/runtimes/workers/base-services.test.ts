import { expect, test } from "vitest";
import { limitMinute } from "../../http/rate-limits.ts";
import { limitTogether, wait } from "./base-services.ts";

const limiterThat = (limit: (asked: { key: string }) => Promise<{ success: boolean }>) => ({
  LIMITER: { limit },
});

test("rejects by the shared limiter even if this isolate has hardly counted the client", async () => {
  const asked: string[] = [];
  const bound = limiterThat(async ({ key }) => {
    asked.push(key);
    return { success: key !== "busy" };
  });
  const limiter = limitTogether(
    limitMinute(5, () => 0),
    bound,
    "LIMITER",
  );
  expect(await limiter?.take("quiet")).toMatchObject({ isAllowed: true, limit: 5, remaining: 4 });
  expect(await limiter?.take("busy")).toMatchObject({ isAllowed: false, limit: 5, remaining: 0 });
  expect(asked).toEqual(["quiet", "busy"]);
});

test("uses its own count if the shared limiter fails", async () => {
  const bound = limiterThat(() => Promise.reject(new Error("away")));
  const limiter = limitTogether(
    limitMinute(1, () => 0),
    bound,
    "LIMITER",
  );
  expect(await limiter?.take("somebody")).toMatchObject({ isAllowed: true });
  expect(await limiter?.take("somebody")).toMatchObject({ isAllowed: false });
});

test("uses its own count without a shared limiter, and counts nothing without a limit", () => {
  const own = limitMinute(1, () => 0);
  expect(limitTogether(own, {}, "LIMITER")).toBe(own);
  const bound = limiterThat(async () => ({ success: false }));
  expect(limitTogether(undefined, bound, "LIMITER")).toBeUndefined();
});

test("waits for the time, or rejects when aborted", async () => {
  const giving = new AbortController();
  await wait(1, giving.signal);
  const waiting = wait(60_000, giving.signal);
  giving.abort(new Error("given up"));
  await expect(waiting).rejects.toThrow("given up");
});

test("repeated waits leave no listeners on the signal", async () => {
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

import { expect, test } from "vitest";
import { limitMinute } from "../../http/rate-limits.ts";
import { limitTogether } from "./base-services.ts";

const limiterThat = (limit: (asked: { key: string }) => Promise<{ success: boolean }>) => ({
  LIMITER: { limit },
});

test("what all isolates have counted refuses somebody whom this one has hardly seen", async () => {
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

test("a limiter that is not to be asked leaves it to the own count", async () => {
  const bound = limiterThat(() => Promise.reject(new Error("away")));
  const limiter = limitTogether(
    limitMinute(1, () => 0),
    bound,
    "LIMITER",
  );
  expect(await limiter?.take("somebody")).toMatchObject({ isAllowed: true });
  expect(await limiter?.take("somebody")).toMatchObject({ isAllowed: false });
});

test("without a limiter the own count is enough, and without a limit nothing is counted", () => {
  const own = limitMinute(1, () => 0);
  expect(limitTogether(own, {}, "LIMITER")).toBe(own);
  const bound = limiterThat(async () => ({ success: false }));
  expect(limitTogether(undefined, bound, "LIMITER")).toBeUndefined();
});

import { createVerifier, makeKey, publicKeysOf, remoteKeys } from "@trading-oms/access";
import type { MarketEngine } from "@trading-oms/brokerage";
import { expect, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { checkReadiness, pollStore, rememberStoreFailures } from "./readiness.ts";

const fine = { storeTrouble: undefined, serving: true };

test("a server with keys is ready at once while the key host hangs", async () => {
  const clock = { nowMs: 1_000_000 };
  const now = () => clock.nowMs;
  const jwks = publicKeysOf({ keys: [await makeKey({ algorithm: "ES256", now })] });
  const asked: string[] = [];
  const source = remoteKeys({
    url: "https://keys.example/jwks.json",
    fetch: (url) => {
      asked.push(String(url));
      return asked.length === 1 ? Promise.resolve(Response.json(jwks)) : new Promise(() => {});
    },
    now,
    wait: () => new Promise(() => {}),
    onFailure: () => {},
  });
  const verifier = createVerifier({ source, issuer: "i", audience: "a", now });
  await verifier.warm();
  clock.nowMs += 3_600_000;
  expect(checkReadiness(verifier, fine)).toEqual({
    isReady: true,
    checks: { store: true, keys: true, watch: true, serving: true },
  });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test("a server without keys or without its store is not ready", () => {
  const warm = vi.fn(async () => false);
  expect(checkReadiness({ warm, isReady: () => false }, fine)).toMatchObject({
    isReady: false,
    checks: { keys: false },
  });
  expect(warm).toHaveBeenCalledOnce();
  const held = { warm, isReady: () => true };
  expect(checkReadiness(held, { storeTrouble: "disk_full", serving: true })).toEqual({
    isReady: false,
    checks: { store: false, keys: true, watch: true, serving: true },
    reasons: { store: "disk_full" },
  });
  expect(checkReadiness(held, { storeTrouble: undefined, serving: false }).isReady).toBe(false);
});

test("a server that reads its positions is not ready, unless others watch meanwhile", () => {
  const held = { warm: async () => true, isReady: () => true };
  expect(checkReadiness(held, { ...fine, watch: { isLoading: true, hasOthers: false } })).toMatchObject({
    isReady: false,
    checks: { watch: false },
    reasons: { watch: "loading" },
  });
  expect(checkReadiness(held, { ...fine, watch: { isLoading: true, hasOthers: true } })).toMatchObject({
    isReady: true,
    reasons: { watch: "loading" },
  });
  expect(checkReadiness(held, { ...fine, watch: { isLoading: false, hasOthers: false } }).isReady).toBe(true);
});

test("a failed store access makes it unready for five seconds and is logged once", () => {
  const logged: LogEntry[] = [];
  const clock = { nowMs: 0 };
  const failures = rememberStoreFailures(
    (entry) => void logged.push(entry),
    () => clock.nowMs,
  );
  expect(failures.trouble()).toBeUndefined();
  failures.note("disk_full");
  failures.note("disk_full");
  expect(logged).toEqual([{ level: "error", event: "store requests failing", reason: "disk_full" }]);
  clock.nowMs = 4_999;
  expect(failures.trouble()).toBe("disk_full");
  clock.nowMs = 5_000;
  expect(failures.trouble()).toBeUndefined();
});

function plan(poll: MarketEngine["poll"], lookMsMax?: number) {
  const logged: LogEntry[] = [];
  return { logged, following: pollStore({ poll }, (entry) => void logged.push(entry), lookMsMax) };
}

test("polls the store several times a second until it is stopped", async () => {
  let count = 0;
  const { following } = plan(async () => {
    count += 1;
  });
  await vi.waitFor(() => expect(count).toBeGreaterThan(2), { timeout: 20_000 });
  await following.stop();
  const before = count;
  await new Promise((settle) => setTimeout(settle, 600));
  expect(count).toBe(before);
});

test("logs an unavailable store once, and follows it again after recovery", async () => {
  let isAway = true;
  let count = 0;
  const { following, logged } = plan(async () => {
    count += 1;
    if (isAway) throw Object.assign(new Error("away"), { code: "unreachable" });
  });
  await vi.waitFor(() => expect(count).toBeGreaterThan(2), { timeout: 20_000 });
  expect(following.trouble()).toBe("unreachable");
  expect(logged).toHaveLength(1);
  isAway = false;
  await vi.waitFor(() => expect(following.trouble()).toBeUndefined(), { timeout: 20_000 });
  await following.stop();
});

test("reports a store that does not respond until it does", async () => {
  let answer: () => void = () => {};
  const { following, logged } = plan(
    () =>
      new Promise((settle) => {
        answer = settle;
      }),
    50,
  );
  await vi.waitFor(() => expect(following.trouble()).toBe("late"), { timeout: 20_000 });
  expect(logged.map(({ event }) => event)).toEqual(["store check failed"]);
  answer();
  await vi.waitFor(() => expect(following.trouble()).toBeUndefined(), { timeout: 20_000 });
});

test("a large catalog that is read in parts is not a failure, unless a part does not arrive", async () => {
  let parts = 8;
  const { following, logged } = plan(async (onPart) => {
    for (; parts > 0; parts -= 1) {
      await new Promise((settle) => setTimeout(settle, 100));
      onPart?.();
    }
    return new Promise(() => {});
  }, 500);
  await vi.waitFor(() => expect(parts).toBe(0), { timeout: 20_000 });
  expect([following.trouble(), logged]).toEqual([undefined, []]);
  await vi.waitFor(() => expect(following.trouble()).toBe("late"), { timeout: 20_000 });
});

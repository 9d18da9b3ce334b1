import { createVerifier, makeKey, publicKeysOf, remoteKeys } from "@trading-oms/access";
import { expect, test, vi } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { judgeReadiness, rememberStoreFailures } from "./readiness.ts";

const fine = { storeTrouble: undefined, serving: true };

test("a server that holds keys is ready at once, while the host of the keys hangs", async () => {
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
  expect(judgeReadiness(verifier, fine)).toEqual({
    isReady: true,
    checks: { store: true, keys: true, serving: true },
  });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test("a server that looks for keys and has none is not ready, and neither is one without its store", () => {
  const warm = vi.fn(async () => false);
  expect(judgeReadiness({ warm, isReady: () => false }, fine)).toMatchObject({
    isReady: false,
    checks: { keys: false },
  });
  expect(warm).toHaveBeenCalledOnce();
  const held = { warm, isReady: () => true };
  expect(judgeReadiness(held, { storeTrouble: "disk-full", serving: true })).toEqual({
    isReady: false,
    checks: { store: false, keys: true, serving: true },
    reasons: { store: "disk-full" },
  });
  expect(judgeReadiness(held, { storeTrouble: undefined, serving: false }).isReady).toBe(false);
});

test("a request that the store failed speaks against it for five seconds, and is logged once", () => {
  const logged: LogEntry[] = [];
  const clock = { nowMs: 0 };
  const failures = rememberStoreFailures(
    (entry) => void logged.push(entry),
    () => clock.nowMs,
  );
  expect(failures.trouble()).toBeUndefined();
  failures.note("disk-full");
  failures.note("disk-full");
  expect(logged).toEqual([{ level: "error", event: "store fails requests", reason: "disk-full" }]);
  clock.nowMs = 4_999;
  expect(failures.trouble()).toBe("disk-full");
  clock.nowMs = 5_000;
  expect(failures.trouble()).toBeUndefined();
});

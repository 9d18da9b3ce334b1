import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Algorithm } from "./algorithms.ts";
import { createVerifier } from "./create-verifier.ts";
import { fixedKeys, type KeySource } from "./key-source.ts";
import { checkUserId, signToken } from "./sign-token.ts";
import { forgeToken, validClaims } from "./testing/forge-token.ts";
import {
  bearerBy,
  parties,
  planClock,
  planHost,
  planKey,
  plannedAtMs,
  planVerifier,
} from "./testing/plan-access.ts";

describe("algorithms", () => {
  test.for<Algorithm>(["ES256", "ES384", "ES512", "EdDSA", "Ed25519", "PS256", "RS256", "RS512"])(
    "%s signs tokens that only a verifier that allows it accepts",
    async (algorithm) => {
      const key = await planKey(algorithm);
      const source = fixedKeys({ keys: [key] });
      const token = await bearerBy(key);
      const allowed = planVerifier(source, planClock(), { algorithms: [algorithm] });
      expect(await allowed.verify(token)).toMatchObject({ kind: "user", userId: "u-1" });
      const others = planVerifier(source, planClock(), {
        algorithms: ["ES256", "RS384"].filter((each) => each !== algorithm) as Algorithm[],
      });
      expect(await others.verify(token)).toMatchObject({ code: "token_not_trusted" });
    },
  );

  test("only ES256 and EdDSA are accepted by default", async () => {
    for (const [algorithm, kind] of [
      ["ES256", "user"],
      ["EdDSA", "user"],
      ["RS256", "refused"],
      ["Ed25519", "refused"],
    ] as const) {
      const key = await planKey(algorithm);
      const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock());
      expect({ algorithm, kind: (await verifier.verify(await bearerBy(key))).kind }).toEqual({
        algorithm,
        kind,
      });
    }
  });

  test("none, shared secrets, unknown names and an empty list are refused as settings", () => {
    const source = fixedKeys({ keys: [] });
    for (const algorithms of [["none"], ["HS256"], ["ES256", "HS512"], ["toString"], []]) {
      const create = () => planVerifier(source, planClock(), { algorithms: algorithms as Algorithm[] });
      expect(create).toThrow(RangeError);
    }
    expect(() => planVerifier(source, planClock(), { issuer: "" })).toThrow(RangeError);
    expect(() => planVerifier(source, planClock(), { audience: "" })).toThrow(RangeError);
  });
});

describe("time", () => {
  test("a token is valid until the last millisecond before its expiry, whatever the clock tolerance", async () => {
    const clock = planClock();
    const key = await planKey();
    const token = await bearerBy(key, { ttlMs: 1_000 });
    for (const cacheCountMax of [0, 10]) {
      const verifier = planVerifier(fixedKeys({ keys: [key] }), clock, {
        cacheCountMax,
        clockToleranceMs: 60_000,
      });
      clock.nowMs = plannedAtMs + 999;
      expect(await verifier.verify(token)).toMatchObject({ kind: "user", expiresAtMs: plannedAtMs + 1_000 });
      clock.nowMs += 1;
      expect(await verifier.verify(token)).toMatchObject({ code: "token_expired" });
    }
  });

  test("the issuer's clock may be ahead by the tolerance and no more", async () => {
    const key = await planKey();
    const clock = planClock();
    const verifier = planVerifier(fixedKeys({ keys: [key] }), clock, { clockToleranceMs: 2_000 });
    const seconds = plannedAtMs / 1_000;
    for (const [ahead, kind] of [
      [2, "user"],
      [3, "refused"],
    ] as const) {
      for (const name of ["iat", "nbf"]) {
        const token = await forgeToken(key, {}, { ...validClaims, [name]: seconds + ahead });
        expect(await verifier.verify(`Bearer ${token}`)).toMatchObject({ kind });
      }
    }
  });
});

describe("a cached verdict", () => {
  /** Counts the key lookups, one for each verified signature. */
  function counting(source: KeySource): KeySource & { count: number } {
    const counted = {
      ...source,
      count: 0,
      held: () => {
        const keys = source.held();
        return keys && (wrapped.get(keys) ?? wrap(keys));
      },
    };
    const wrapped = new WeakMap();
    const wrap = (keys: NonNullable<ReturnType<KeySource["held"]>>) => {
      const each: typeof keys = {
        find: (header) => {
          counted.count += 1;
          return keys.find(header);
        },
      };
      wrapped.set(keys, each);
      return each;
    };
    return counted;
  }

  test("is used for a minute", async () => {
    const clock = planClock();
    const key = await planKey();
    const source = counting(fixedKeys({ keys: [key] }));
    const verifier = planVerifier(source, clock);
    const token = await bearerBy(key);
    const first = await verifier.verify(token);
    clock.nowMs += 59_999;
    expect(await verifier.verify(token)).toBe(first);
    expect(source.count).toBe(1);
    clock.nowMs += 1;
    expect(await verifier.verify(token)).toEqual(first);
    expect(source.count).toBe(2);
  });

  test("is not used after the clock was set back", async () => {
    const clock = planClock();
    const key = await planKey();
    const verifier = planVerifier(fixedKeys({ keys: [key] }), clock);
    const token = await bearerBy(key);
    await verifier.verify(token);
    clock.nowMs -= 10_000;
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_yet_valid" });
  });

  test("is dropped with the key that signed the token", async () => {
    const clock = planClock();
    const [key, next] = [await planKey(), await planKey()];
    const host = planHost(clock, [key]);
    const verifier = planVerifier(host.source(), clock);
    const token = await bearerBy(key);
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    host.keys = [next];
    clock.nowMs += 30_000;
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    expect(await verifier.verify(await bearerBy(next))).toMatchObject({ kind: "user" });
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_trusted" });
  });

  test("is evicted when the cache is full, the least recently used first", async () => {
    const key = await planKey();
    const source = counting(fixedKeys({ keys: [key] }));
    const verifier = planVerifier(source, planClock(), { cacheCountMax: 2 });
    const [one = "", two = "", three = ""] = await Promise.all(
      ["1", "2", "3"].map((userId) => bearerBy(key, { userId })),
    );
    for (const token of [one, two, one, three]) await verifier.verify(token);
    expect(source.count).toBe(3);
    await verifier.verify(one);
    expect(source.count).toBe(3);
    await verifier.verify(two);
    expect(source.count).toBe(4);
  });

  test("is never the refusal of a token that is not yet valid", async () => {
    const clock = planClock();
    const key = await planKey();
    const verifier = planVerifier(fixedKeys({ keys: [key] }), clock);
    const token = await bearerBy(key, { now: () => plannedAtMs + 30_000 });
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_yet_valid" });
    clock.nowMs += 30_000;
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
  });

  test("is never the refusal of a foreign token", async () => {
    const key = await planKey();
    const source = counting(fixedKeys({ keys: [key] }));
    const verifier = planVerifier(source, planClock());
    const foreign = await bearerBy(await planKey());
    for (let count = 0; count < 3; count += 1) await verifier.verify(foreign);
    expect(source.count).toBeGreaterThanOrEqual(3);
  });
});

test("a verifier with a cache gives the same verdicts as one without, for any tokens, times and keys", async () => {
  const [key, next, foreign] = [await planKey(), await planKey("EdDSA"), await planKey()];
  const tokens = await Promise.all([
    bearerBy(key),
    bearerBy(key, { ttlMs: 20_000, userId: "u-2" }),
    bearerBy(next, { ttlMs: 90_000, userId: "u-3" }),
    bearerBy(next, { ttlMs: 1_500 }),
    bearerBy(foreign),
    bearerBy(key, { now: () => plannedAtMs + 40_000 }),
  ]);
  const step = fc.oneof(
    fc.record({ token: fc.nat(tokens.length - 1) }),
    fc.record({ laterMs: fc.integer({ min: -5_000, max: 45_000 }) }),
    fc.record({ keys: fc.constantFrom([key], [key, next], [next]) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = planClock();
      const host = planHost(clock, [key]);
      const source = host.source({ cacheMs: 10_000, cooldownMs: 1_000 });
      const plain = planVerifier(source, clock, { cacheCountMax: 0 });
      const remembering = planVerifier(source, clock, { cacheCountMax: 2 });
      for (const each of steps) {
        if ("laterMs" in each) clock.nowMs += each.laterMs;
        if ("keys" in each) host.keys = each.keys;
        if (!("token" in each)) continue;
        await source.obtain();
        const token = tokens[each.token];
        const expected = await plain.verify(token);
        expect(await remembering.verify(token)).toEqual(expected);
      }
    }),
  );
});

test("any text gets a verdict without a throw", async () => {
  const key = await planKey();
  const verifier = planVerifier(fixedKeys({ keys: [key] }), planClock());
  const good = await bearerBy(key);
  const mutated = fc
    .record({ at: fc.nat(good.length - 1), text: fc.string({ maxLength: 3 }), cut: fc.nat(4) })
    .map(({ at, text, cut }) => good.slice(0, at) + text + good.slice(at + cut));
  const anything = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string().map((text) => `Bearer ${text}`),
    mutated,
  );
  await fc.assert(
    fc.asyncProperty(anything, async (authorization) => {
      const verdict = await verifier.verify(authorization);
      if (verdict.kind === "user") expect(authorization.replace(/^bearer */i, "")).toBe(good.slice(7));
      else expect(verdict.code).toMatch(/^token_(missing|malformed|not_trusted)$/);
    }),
  );
});

test("a verifier returns the user that a token was signed for", async () => {
  const key = await planKey("EdDSA");
  const verifier = createVerifier({ source: fixedKeys({ keys: [key] }), ...parties, now: () => plannedAtMs });
  const user = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((text) => checkUserId(text) === undefined);
  await fc.assert(
    fc.asyncProperty(user, fc.integer({ min: 1, max: 86_400_000 }), async (userId, ttlMs) => {
      const token = await signToken({ key, userId, ttlMs, ...parties, now: () => plannedAtMs });
      const expiresAtMs = Math.ceil((plannedAtMs + ttlMs) / 1_000) * 1_000;
      expect(await verifier.verify(`Bearer ${token}`)).toEqual({ kind: "user", userId, expiresAtMs });
    }),
  );
});

import { describe, expect, test } from "vitest";
import { publicKeysOf } from "./keys.ts";
import { forgeToken } from "./testing/forge-token.ts";
import { bearerBy, planClock, planHost, planKey } from "./testing/plan-access.ts";
import { hourMs, minuteMs, planRemote, settle } from "./testing/plan-remote.ts";

const failToConnect = () => {
  throw new TypeError("fetch failed");
};

describe("a host that answers", () => {
  test("gets a request for the first token, and the next after ten minutes", async () => {
    const { host, verifier, outcomeOf, later, token } = await planRemote();
    expect({ count: host.count, isReady: verifier.isReady() }).toEqual({ count: 0, isReady: false });
    expect(await outcomeOf(token)).toBe("u-1");
    later(10 * minuteMs - 1);
    expect(await outcomeOf(token)).toBe("u-1");
    expect({ count: host.count, isReady: verifier.isReady() }).toEqual({ count: 1, isReady: true });
    later(1);
    expect(await outcomeOf(token)).toBe("u-1");
    await settle();
    expect(host.count).toBe(2);
  });

  test("gets one request for a thousand concurrent tokens, which all wait for it", async () => {
    const { host, outcomeOf, token } = await planRemote();
    const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => outcomeOf(token)));
    expect(new Set(verdicts)).toEqual(new Set(["u-1"]));
    expect(host.count).toBe(1);
  });

  test("gets a background request once keys are past their cache time", async () => {
    const { host, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    later(15 * minuteMs);
    host.answer = () => new Promise(() => {});
    expect(await outcomeOf(token)).toBe("u-1");
    expect(await outcomeOf(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("has no withdrawn key trusted after an idle hour", async () => {
    const { host, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    host.keys = [await planKey()];
    later(hourMs);
    expect(await outcomeOf(token)).toBe("token_not_trusted");
    expect(host.count).toBe(2);
  });
});

test("unchanged keys stay the same object, and changed keys are a new one", async () => {
  const { host, source, later } = await planRemote();
  const first = await source.obtain();
  later(11 * minuteMs);
  expect(await source.obtain()).toBe(first);
  host.keys = [await planKey()];
  later(11 * minuteMs);
  expect(await source.obtain()).not.toBe(first);
  expect(host.count).toBe(3);
});

test("keys are renewed after the clock was set back", async () => {
  const { host, source, later } = await planRemote();
  await source.obtain();
  later(-hourMs);
  await source.obtain();
  expect(host.count).toBe(2);
});

describe("an unknown key", () => {
  test("is requested once, and its tokens are accepted if the host has it", async () => {
    const { host, key, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    const next = await planKey();
    host.keys = [key, next];
    later(30_000);
    expect(await outcomeOf(await bearerBy(next))).toBe("u-1");
    expect(await outcomeOf(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("causes one request in thirty seconds, for concurrent and successive tokens", async () => {
    const { host, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    later(30_000);
    const foreign = await planKey();
    const flood = await Promise.all(
      Array.from(
        { length: 1_000 },
        async (_each, index) => `Bearer ${await forgeToken(foreign, { kid: `k-${index}` })}`,
      ),
    );
    expect(new Set(await Promise.all(flood.map(outcomeOf)))).toEqual(new Set(["token_not_trusted"]));
    expect(host.count).toBe(2);
    for (const each of flood) {
      later(29);
      await outcomeOf(each);
    }
    expect(host.count).toBe(2);
    later(1_000);
    await outcomeOf(flood[0] ?? "");
    expect(host.count).toBe(3);
    expect(await outcomeOf(token)).toBe("u-1");
  });

  test("is not requested for a token without a key id", async () => {
    const { host, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    later(30_000);
    const foreign = await planKey("EdDSA");
    expect(await outcomeOf(`Bearer ${await forgeToken(foreign, { kid: undefined })}`)).toBe(
      "token_not_trusted",
    );
    expect(host.count).toBe(1);
    expect(await outcomeOf(`Bearer ${await forgeToken(foreign)}`)).toBe("token_not_trusted");
    expect(host.count).toBe(2);
  });

  test("is found among several for a token without a key id", async () => {
    const { host, key, outcomeOf } = await planRemote();
    const next = await planKey();
    host.keys = [key, next];
    expect(await outcomeOf(`Bearer ${await forgeToken(next, { kid: undefined })}`)).toBe("u-1");
    expect(await outcomeOf(`Bearer ${await forgeToken(await planKey(), { kid: undefined })}`)).toBe(
      "token_not_trusted",
    );
  });
});

describe("a host that is down", () => {
  test("at the start gets retries with pauses of 1, 2, 4 to 30 seconds, however many callers wait", async () => {
    const { host, clock, verifier, token } = await planRemote();
    host.answer = failToConnect;
    const startMs = clock.nowMs;
    const requestsAtSeconds: number[] = [];
    for (; clock.nowMs < startMs + 2 * minuteMs; clock.nowMs += 500) {
      const before = host.count;
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
      for (const verdict of verdicts) expect(verdict).toMatchObject({ code: "keys_unavailable" });
      if (host.count > before) requestsAtSeconds.push((clock.nowMs - startMs) / 1_000);
    }
    expect(requestsAtSeconds).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(host.count).toBe(8);
    expect(host.failures).toHaveLength(8);
    expect(verifier.isReady()).toBe(false);
  });

  test("at the start and up later is used by the next token or warm-up", async () => {
    const { host, verifier, outcomeOf, later, token } = await planRemote();
    host.answer = failToConnect;
    expect(await verifier.warm()).toBe(false);
    host.answer = undefined;
    expect(await verifier.warm()).toBe(false);
    later(1_000);
    expect(await verifier.warm()).toBe(true);
    expect(await outcomeOf(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("gets the shortest pause again after it was up", async () => {
    const { host, verifier, later } = await planRemote();
    for (const isDown of [true, true, true, false, true]) {
      host.answer = isDown ? failToConnect : undefined;
      later(10 * minuteMs);
      await verifier.warm();
    }
    expect(host.count).toBe(5);
    later(1_000);
    await verifier.warm();
    expect(host.count).toBe(6);
  });

  test("later neither refuses nor delays tokens for a day", async () => {
    const { host, verifier, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    host.answer = failToConnect;
    later(30 * minuteMs);
    expect(await outcomeOf(token)).toBe("u-1");
    expect(host.count).toBe(2);
    host.answer = () => new Promise(() => {});
    for (let count = 0; count < 23; count += 1) {
      expect(await outcomeOf(token)).toBe("u-1");
      later(hourMs);
    }
    expect(host.count).toBe(3);
    expect(verifier.isReady()).toBe(true);
    later(hourMs);
    expect(verifier.isReady()).toBe(false);
  });

  test("for more than a day leaves no trusted key until it is up", async () => {
    const { host, verifier, outcomeOf, later, token } = await planRemote();
    await outcomeOf(token);
    host.answer = failToConnect;
    later(24 * hourMs);
    expect(await outcomeOf(token)).toBe("keys_unavailable");
    expect(verifier.isReady()).toBe(false);
    host.answer = undefined;
    later(1_000);
    expect(await outcomeOf(token)).toBe("u-1");
    expect(verifier.isReady()).toBe(true);
  });
});

describe("without shared flights", () => {
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (milliseconds <= 50) setTimeout(resolve, 1);
    });

  test("a host still gets one request at a time", async () => {
    const { host, key, outcomeOf, token } = await planRemote({ isFlightShared: false, wait });
    host.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return Response.json(publicKeysOf({ keys: [key] }));
    };
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(token)));
    expect(verdicts.filter((verdict) => verdict === "u-1")).toHaveLength(100);
    expect(host.count).toBe(1);
  });

  test("a load that its request abandoned is waited for only until its timeout", async () => {
    const { host, clock, outcomeOf, token } = await planRemote({
      isFlightShared: false,
      wait: async (milliseconds) => {
        await wait(milliseconds);
        clock.nowMs += milliseconds;
      },
    });
    host.answer = () => new Promise(() => {});
    void outcomeOf(token);
    await settle();
    host.answer = undefined;
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(token)));
    expect(verdicts).toContain("u-1");
    expect(host.count).toBe(2);
  });
});

test("keys are loaded by https or from this machine only", async () => {
  const source = (url: string) => () => planHost(planClock(), []).source({ url });
  for (const url of [
    "https://login.example/keys",
    "http://127.0.0.1:8080/keys",
    "http://localhost/",
    "http://[::1]:1/",
  ]) {
    expect(source(url)).not.toThrow();
  }
  for (const url of [
    "http://login.example/keys",
    "http://127.0.0.1.evil.example/",
    "file:///etc/keys.json",
    "keys.json",
  ]) {
    expect(source(url)).toThrow(RangeError);
  }
  expect(source("https://me:secret@login.example/")).toThrow(/^(?!.*secret).*remove them/);
});

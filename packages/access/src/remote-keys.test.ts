import { describe, expect, test } from "vitest";
import { publicKeysOf } from "./keys.ts";
import { forgeToken } from "./testing/forge-token.ts";
import { bearerBy, planClock, planHost, planKey } from "./testing/plan-access.ts";
import { hourMs, minuteMs, planRemote, settle } from "./testing/plan-remote.ts";

const away = () => {
  throw new TypeError("fetch failed");
};

describe("while all is well", () => {
  test("a host is asked by the first token, and then by nobody for ten minutes", async () => {
    const { host, verifier, wordFor, later, token } = await planRemote();
    expect({ count: host.count, isReady: verifier.isReady() }).toEqual({ count: 0, isReady: false });
    expect(await wordFor(token)).toBe("u-1");
    later(10 * minuteMs - 1);
    expect(await wordFor(token)).toBe("u-1");
    expect({ count: host.count, isReady: verifier.isReady() }).toEqual({ count: 1, isReady: true });
    later(1);
    expect(await wordFor(token)).toBe("u-1");
    await settle();
    expect(host.count).toBe(2);
  });

  test("a thousand tokens at once ask once, and all wait for the answer", async () => {
    const { host, wordFor, token } = await planRemote();
    const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => wordFor(token)));
    expect(new Set(verdicts)).toEqual(new Set(["u-1"]));
    expect(host.count).toBe(1);
  });

  test("keys past their time are renewed beside the request that finds them so", async () => {
    const { host, wordFor, later, token } = await planRemote();
    await wordFor(token);
    later(15 * minuteMs);
    host.answer = () => new Promise(() => {});
    expect(await wordFor(token)).toBe("u-1");
    expect(await wordFor(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("a key that was withdrawn is not trusted because nobody came for an hour", async () => {
    const { host, wordFor, later, token } = await planRemote();
    await wordFor(token);
    host.keys = [await planKey()];
    later(hourMs);
    expect(await wordFor(token)).toBe("token-not-trusted");
    expect(host.count).toBe(2);
  });
});

test("keys that are the same again are the same to whoever remembers by them, and others are not", async () => {
  const { host, source, later } = await planRemote();
  const first = await source.obtain();
  later(11 * minuteMs);
  expect(await source.obtain()).toBe(first);
  host.keys = [await planKey()];
  later(11 * minuteMs);
  expect(await source.obtain()).not.toBe(first);
  expect(host.count).toBe(3);
});

test("keys are not young because a clock was set back", async () => {
  const { host, source, later } = await planRemote();
  await source.obtain();
  later(-hourMs);
  await source.obtain();
  expect(host.count).toBe(2);
});

describe("a key that is not known", () => {
  test("is asked for once, and its tokens are taken at once when the host has it", async () => {
    const { host, key, wordFor, later, token } = await planRemote();
    await wordFor(token);
    const next = await planKey();
    host.keys = [key, next];
    later(30_000);
    expect(await wordFor(await bearerBy(next))).toBe("u-1");
    expect(await wordFor(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("costs one question in thirty seconds, though a thousand come at once and a thousand one by one", async () => {
    const { host, wordFor, later, token } = await planRemote();
    await wordFor(token);
    later(30_000);
    const foreign = await planKey();
    const flood = await Promise.all(
      Array.from(
        { length: 1_000 },
        async (_each, index) => `Bearer ${await forgeToken(foreign, { kid: `k-${index}` })}`,
      ),
    );
    expect(new Set(await Promise.all(flood.map(wordFor)))).toEqual(new Set(["token-not-trusted"]));
    expect(host.count).toBe(2);
    for (const each of flood) {
      later(29);
      await wordFor(each);
    }
    expect(host.count).toBe(2);
    later(1_000);
    await wordFor(flood[0] ?? "");
    expect(host.count).toBe(3);
    expect(await wordFor(token)).toBe("u-1");
  });

  test("is not asked for where a token names none", async () => {
    const { host, wordFor, later, token } = await planRemote();
    await wordFor(token);
    later(30_000);
    const foreign = await planKey("EdDSA");
    expect(await wordFor(`Bearer ${await forgeToken(foreign, { kid: undefined })}`)).toBe(
      "token-not-trusted",
    );
    expect(host.count).toBe(1);
    expect(await wordFor(`Bearer ${await forgeToken(foreign)}`)).toBe("token-not-trusted");
    expect(host.count).toBe(2);
  });

  test("is found among several without an id", async () => {
    const { host, key, wordFor } = await planRemote();
    const next = await planKey();
    host.keys = [key, next];
    expect(await wordFor(`Bearer ${await forgeToken(next, { kid: undefined })}`)).toBe("u-1");
    expect(await wordFor(`Bearer ${await forgeToken(await planKey(), { kid: undefined })}`)).toBe(
      "token-not-trusted",
    );
  });
});

describe("a host that is away", () => {
  test("at the start is asked again after 1, 2, 4 seconds and so on up to 30, however many wait", async () => {
    const { host, clock, verifier, token } = await planRemote();
    host.answer = away;
    const startMs = clock.nowMs;
    const askedAfterMs: number[] = [];
    for (; clock.nowMs < startMs + 2 * minuteMs; clock.nowMs += 500) {
      const before = host.count;
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
      for (const verdict of verdicts) expect(verdict).toMatchObject({ code: "keys-not-to-be-had" });
      if (host.count > before) askedAfterMs.push((clock.nowMs - startMs) / 1_000);
    }
    expect(askedAfterMs).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(host.count).toBe(8);
    expect(host.failures).toHaveLength(8);
    expect(verifier.isReady()).toBe(false);
  });

  test("at the start and back later is found by the next that asks, or by warming", async () => {
    const { host, verifier, wordFor, later, token } = await planRemote();
    host.answer = away;
    expect(await verifier.warm()).toBe(false);
    host.answer = undefined;
    expect(await verifier.warm()).toBe(false);
    later(1_000);
    expect(await verifier.warm()).toBe(true);
    expect(await wordFor(token)).toBe("u-1");
    expect(host.count).toBe(2);
  });

  test("is asked with the shortest pause again once it was back", async () => {
    const { host, verifier, later } = await planRemote();
    for (const isAway of [true, true, true, false, true]) {
      host.answer = isAway ? away : undefined;
      later(10 * minuteMs);
      await verifier.warm();
    }
    expect(host.count).toBe(5);
    later(1_000);
    await verifier.warm();
    expect(host.count).toBe(6);
  });

  test("later does not keep anybody out, nor waiting, for a day", async () => {
    const { host, verifier, wordFor, later, token } = await planRemote();
    await wordFor(token);
    host.answer = away;
    later(30 * minuteMs);
    expect(await wordFor(token)).toBe("u-1");
    expect(host.count).toBe(2);
    host.answer = () => new Promise(() => {});
    for (let count = 0; count < 23; count += 1) {
      expect(await wordFor(token)).toBe("u-1");
      later(hourMs);
    }
    expect(host.count).toBe(3);
    expect(verifier.isReady()).toBe(true);
    later(hourMs);
    expect(verifier.isReady()).toBe(false);
  });

  test("for more than a day leaves no key to trust, until it is back", async () => {
    const { host, verifier, wordFor, later, token } = await planRemote();
    await wordFor(token);
    host.answer = away;
    later(24 * hourMs);
    expect(await wordFor(token)).toBe("keys-not-to-be-had");
    expect(verifier.isReady()).toBe(false);
    host.answer = undefined;
    later(1_000);
    expect(await wordFor(token)).toBe("u-1");
    expect(verifier.isReady()).toBe(true);
  });
});

describe("where no request may wait for another's", () => {
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (milliseconds <= 50) setTimeout(resolve, 1);
    });

  test("a host is still asked once at a time", async () => {
    const { host, key, wordFor, token } = await planRemote({ isFlightShared: false, wait });
    host.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return Response.json(publicKeysOf({ keys: [key] }));
    };
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => wordFor(token)));
    expect(verdicts.filter((verdict) => verdict === "u-1")).toHaveLength(100);
    expect(host.count).toBe(1);
  });

  test("a request that went away with its question is not waited for beyond its time", async () => {
    const { host, clock, wordFor, token } = await planRemote({
      isFlightShared: false,
      wait: async (milliseconds) => {
        await wait(milliseconds);
        clock.nowMs += milliseconds;
      },
    });
    host.answer = () => new Promise(() => {});
    void wordFor(token);
    await settle();
    host.answer = undefined;
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => wordFor(token)));
    expect(verdicts).toContain("u-1");
    expect(host.count).toBe(2);
  });
});

test("keys come by https, or from this machine", async () => {
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
  expect(source("https://me:secret@login.example/")).toThrow(/^(?!.*secret).*leave them out/);
});

import { describe, expect, test } from "vitest";
import { createRateLimiter, limitMinute, nameNetwork, type WiderGroup, widenNetwork } from "./rate-limits.ts";

function plan(limit: number, widen?: (who: string) => readonly WiderGroup[]) {
  const clock = { nowMs: 60_000 };
  const limiter = createRateLimiter({ limit, windowMs: 60_000, now: () => clock.nowMs, widen });
  return { clock, limiter };
}

test("whoever asks is let in as often as the limit says, and told what is left", () => {
  const { limiter } = plan(2);
  expect([1, 2, 3].map(() => limiter.take("demo"))).toEqual([
    { isAllowed: true, limit: 2, remaining: 1, windowS: 60, resetS: 60 },
    { isAllowed: true, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
    { isAllowed: false, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
  ]);
  expect(limiter.take("demo-2").isAllowed).toBe(true);
});

test("with the next minute everybody begins anew, and its last moment still belongs to the one before", () => {
  const { clock, limiter } = plan(1);
  limiter.take("demo");
  clock.nowMs = 119_999;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: false, resetS: 1 });
  clock.nowMs = 120_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("a clock that was set back opens a window of its own instead of one that does not end", () => {
  const { clock, limiter } = plan(1);
  clock.nowMs = 10_000_000;
  limiter.take("demo");
  clock.nowMs = 60_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("of more than 100,000 callers each new one has an allowance of its own, and who goes on beyond his stays refused", () => {
  const { limiter } = plan(1);
  limiter.take("flooding");
  for (let index = 0; index < 100_200; index += 1) {
    expect(limiter.take(`192.0.${index}`).isAllowed).toBe(true);
    if (index % 1_000 === 0) expect(limiter.take("flooding").isAllowed).toBe(false);
  }
  expect(limiter.take("stranger").isAllowed).toBe(true);
  // What was used least recently is forgotten, so that memory has a bound.
  expect(limiter.take("192.0.0").isAllowed).toBe(true);
  expect(limiter.take("192.0.100199").isAllowed).toBe(false);
});

describe("a group", () => {
  const widen = (who: string) => [{ name: who.slice(0, 1), limitCount: 2 }];

  test("has its own allowance, told where it is less than the caller's", () => {
    const { limiter } = plan(2, widen);
    const remaining = ["a1", "a1", "a2", "a3", "a4", "b1"].map((who) => limiter.take(who));
    expect(remaining.map(({ isAllowed, remaining: left }) => (isAllowed ? left : "refused"))).toEqual([
      1,
      0,
      1,
      0,
      "refused",
      1,
    ]);
  });

  test("loses nothing by a caller who is beyond his own", () => {
    const { limiter } = plan(1, widen);
    for (let count = 0; count < 10; count += 1) limiter.take("a1");
    expect(limiter.take("a2").isAllowed).toBe(true);
  });
});

test.each([
  ["192.0.2.17", "192.0.2.17"],
  ["::ffff:192.0.2.17", "192.0.2.17"],
  ["0:0:0:0:0:FFFF:192.0.2.17", "192.0.2.17"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.17", "64:ff9b:0:0::/64"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(nameNetwork(address)).toBe(network);
});

test.each([
  ["2001:db8:1:2::/64", ["2001:db8:1::/48", "2001:db8::/32"]],
  ["192.0.2.17", []],
  ["", []],
])("%s is part of %j", (network, wider) => {
  expect(widenNetwork(network).map(({ name }) => name)).toEqual(wider);
});

describe("100,200 networks of IPv6 that ask once or more", () => {
  const limit = 600;
  const planLimiter = () => {
    const limiter = limitMinute(limit, () => 60_000, widenNetwork);
    return (address: string) => limiter?.take(nameNetwork(address)).isAllowed === true;
  };
  const countAllowed = (allows: (address: string) => boolean, addressOf: (index: number) => string) => {
    let count = 0;
    for (let index = 0; index < 100_200; index += 1) if (allows(addressOf(index))) count += 1;
    return count;
  };
  const hex = (value: number) => value.toString(16);

  test("of two networks of 48 bits have the allowance of 16 each, and a stranger has his own", () => {
    const allows = planLimiter();
    const addressOf = (index: number) => `2001:db8:${hex(index >> 16)}:${hex(index & 0xffff)}::1`;
    expect(countAllowed(allows, addressOf)).toBe(2 * 16 * limit);
    for (let count = 0; count < limit; count += 1) expect(allows("2a00:1:2:3::1")).toBe(true);
    expect(allows("2a00:1:2:3::1")).toBe(false);
    expect(allows("2001:db8:7:1::1")).toBe(true);
    expect(allows("2001:db8:0:1::1")).toBe(false);
  });

  test("spread over all of a provider's have the allowance of 256, and a stranger has his own", () => {
    const allows = planLimiter();
    const addressOf = (index: number) => `2001:db8:${hex(index & 0xffff)}:${hex(index >> 16)}::1`;
    expect(countAllowed(allows, addressOf) + countAllowed(allows, addressOf)).toBe(256 * limit);
    expect(allows("2001:db8:7:7::1")).toBe(false);
    expect(allows("2a00:1:2:3::1")).toBe(true);
    expect(allows("192.0.2.17")).toBe(true);
  });
});

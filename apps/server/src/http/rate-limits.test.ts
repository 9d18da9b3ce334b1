import { describe, expect, test } from "vitest";
import { limitMinute, nameNetwork, type WiderGroup, widenNetwork } from "./rate-limits.ts";

function plan(limit: number, widen?: (who: string) => readonly WiderGroup[]) {
  const clock = { nowMs: 60_000 };
  const limiter = limitMinute(limit, () => clock.nowMs, widen);
  if (limiter === undefined) throw new Error("There is no limit.");
  return { clock, limiter };
}

test("allows as many requests as the limit and reports the remaining ones", () => {
  const { limiter } = plan(2);
  expect([1, 2, 3].map(() => limiter.take("demo"))).toEqual([
    { isAllowed: true, limit: 2, remaining: 1, windowS: 60, resetS: 60 },
    { isAllowed: true, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
    { isAllowed: false, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
  ]);
  expect(limiter.take("demo-2").isAllowed).toBe(true);
});

test("starts a new count at the minute boundary", () => {
  const { clock, limiter } = plan(1);
  limiter.take("demo");
  clock.nowMs = 119_999;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: false, resetS: 1 });
  clock.nowMs = 120_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("starts a new window if the clock was set back", () => {
  const { clock, limiter } = plan(1);
  clock.nowMs = 10_000_000;
  limiter.take("demo");
  clock.nowMs = 60_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("keeps separate counts for more than 100,000 callers and keeps rejecting an active one", () => {
  const { limiter } = plan(1);
  limiter.take("flooding");
  for (let index = 0; index < 100_200; index += 1) {
    expect(limiter.take(`192.0.${index}`).isAllowed).toBe(true);
    if (index % 1_000 === 0) expect(limiter.take("flooding").isAllowed).toBe(false);
  }
  expect(limiter.take("stranger").isAllowed).toBe(true);
  // The least recently used counters are dropped to bound memory.
  expect(limiter.take("192.0.0").isAllowed).toBe(true);
  expect(limiter.take("192.0.100199").isAllowed).toBe(false);
});

describe("a wider group", () => {
  const widen = (who: string) => [{ name: who.slice(0, 1), limitCount: 2 }];

  test("has its own allowance, which is reported if it is smaller than the caller's", () => {
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

  test("is not charged for rejected requests of a caller", () => {
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
])("maps %s to %s", (address, network) => {
  expect(nameNetwork(address)).toBe(network);
});

test.each([
  ["2001:db8:1:2::/64", ["2001:db8:1:0::/56", "2001:db8:1::/48", "2001:db8::/32"]],
  ["2001:db8:1:ab12::/64", ["2001:db8:1:ab00::/56", "2001:db8:1::/48", "2001:db8::/32"]],
  ["192.0.2.17", []],
  ["", []],
])("maps %s to the wider networks %j", (network, wider) => {
  expect(widenNetwork(network).map(({ name }) => name)).toEqual(wider);
});

describe("100,200 IPv6 networks", () => {
  const limit = 60;
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

  test("of a household's /56 share the allowance of 4; another household keeps its own", () => {
    const allows = planLimiter();
    let allowedCount = 0;
    for (let index = 0; index < 256; index += 1) if (allows(`2001:db8:1:${hex(index)}::1`)) allowedCount += 1;
    expect(allowedCount).toBe(4 * limit);
    expect(allows("2001:db8:1:ff::2")).toBe(false);
    expect(allows("2001:db8:1:100::2")).toBe(true);
  });

  test("in two /48 share the allowance of 16 per /48; another network keeps its own", () => {
    const allows = planLimiter();
    const addressOf = (index: number) => `2001:db8:${hex(index >> 16)}:${hex(index & 0xffff)}::1`;
    expect(countAllowed(allows, addressOf)).toBe(2 * 16 * limit);
    for (let count = 0; count < limit; count += 1) expect(allows("2a00:1:2:3::1")).toBe(true);
    expect(allows("2a00:1:2:3::1")).toBe(false);
    expect(allows("2001:db8:7:1::1")).toBe(true);
    expect(allows("2001:db8:0:1::1")).toBe(false);
  });

  test("spread over a provider's /32 share an allowance of 256; another network keeps its own", () => {
    const allows = planLimiter();
    const addressOf = (index: number) => `2001:db8:${hex(index & 0xffff)}:${hex(index >> 16)}::1`;
    expect(countAllowed(allows, addressOf)).toBe(256 * limit);
    expect(allows("2001:db8:7:7::1")).toBe(false);
    expect(allows("2a00:1:2:3::1")).toBe(true);
    expect(allows("192.0.2.17")).toBe(true);
  });
});

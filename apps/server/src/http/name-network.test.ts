import { describe, expect, test } from "vitest";
import { limitMinute, nameNetwork, widenNetwork } from "./rate-limits.ts";

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

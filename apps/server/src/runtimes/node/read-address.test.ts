import { expect, test } from "vitest";
import { readAddress } from "./requests.ts";

function read(
  forwarded: string | undefined,
  trustedProxyCount: number,
  peer: string | undefined = "10.0.0.1",
) {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const socket = { remoteAddress: peer } as Parameters<typeof readAddress>[0]["incoming"]["socket"];
  return readAddress({ incoming: { headers, socket } }, trustedProxyCount);
}

test("without a proxy the peer is the caller, whatever is said of others", () => {
  expect(read("192.0.2.17", 0)).toBe("10.0.0.1");
  expect(read(undefined, 0, "::ffff:10.0.0.1")).toBe("10.0.0.1");
});

test("each trusted proxy has added one address at the end, and the caller can't move it", () => {
  expect(read("192.0.2.17", 1)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 192.0.2.17", 1)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 192.0.2.17,10.0.0.9", 2)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 2001:db8:1:2:3::4", 1)).toBe("2001:db8:1:2::/64");
});

test("a port and brackets are no part of an address", () => {
  expect(read("192.0.2.17:40000", 1)).toBe("192.0.2.17");
  expect(read("[2001:db8:1:2::4]:40000", 1)).toBe("2001:db8:1:2::/64");
  expect(read("[2001:db8:1:2::4]", 1)).toBe("2001:db8:1:2::/64");
});

test("fewer addresses than proxies are those there are, and what is none is the peer's", () => {
  expect(read("192.0.2.17", 3)).toBe("192.0.2.17");
  expect(read(undefined, 1)).toBe("10.0.0.1");
  expect(read("unknown", 1)).toBe("10.0.0.1");
  expect(read("9".repeat(10_000), 1)).toBe("10.0.0.1");
  expect(read("192.0.2.999", 1)).toBe("10.0.0.1");
});

test("a connection that is gone has no address, and all such count together", () => {
  const socket = {} as Parameters<typeof readAddress>[0]["incoming"]["socket"];
  expect(readAddress({ incoming: { headers: {}, socket } }, 0)).toBe("");
});

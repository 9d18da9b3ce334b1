import type { StoredNotification } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { auditEntry, leftAccount } from "../model/testing.ts";
import { checkStories } from "./falls.ts";

const positions = [{ userId: "racer-1", accountId: "R-1", symbol: "R1" }];
const high = { symbol: "R1", price: 24_000_000n, atMs: 1_000 };
const low = { symbol: "R1", price: 19_000_000n, atMs: 3_000 };
const run = { positions, trades: [high, low] };

function call(id: number, markAtMs: number, createdAtMs: number): StoredNotification {
  const data = { accountId: "R-1", symbol: "R1", position: { markAtMs } };
  return {
    id,
    accountId: "R-1",
    messageId: `call ${id}`,
    createdAtMs,
    data,
  } as unknown as StoredNotification;
}

const cover = (toVnd: bigint, price: bigint, atMs: number) => ({
  ...auditEntry("o.1", 0n, toVnd),
  price,
  atMs,
});

test("accepts a fall with one notification, and covers decided on the price of their time", () => {
  const account = leftAccount(
    1_100_000n,
    cover(500_000n, high.price, 2_000),
    cover(1_100_000n, low.price, 3_200),
  );
  expect(checkStories({ ...run, notifications: [call(1, 3_000, 3_100)] }, [account])).toEqual([]);
});

test("reports a fall with two notifications", () => {
  const notifications = [call(1, 3_000, 3_100), call(2, 3_000, 3_300)];
  expect(checkStories({ ...run, notifications }, [leftAccount(0n)])).toEqual([
    "R-1 R1: the fall of 3000 was told 2 times",
  ]);
});

test("reports a cover decided on a price older than that of an earlier call or cover", () => {
  const account = leftAccount(0n, cover(0n, high.price, 3_200));
  expect(checkStories({ ...run, notifications: [call(1, 3_000, 3_100)] }, [account])).toEqual([
    "R-1 R1: the cover of 3200 was decided on the price of 1000, and before it call 1 on that of 3000",
  ]);
  const covers = leftAccount(0n, cover(1_100_000n, low.price, 3_200), cover(0n, high.price, 3_300));
  expect(checkStories({ ...run, notifications: [] }, [covers])).toEqual([
    "R-1 R1: the cover of 3300 was decided on the price of 1000, and before it the cover of 3200 on that of 3000",
  ]);
});

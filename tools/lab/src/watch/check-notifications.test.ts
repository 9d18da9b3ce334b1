import type { StoredNotification } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkNotifications } from "./judge.ts";
import { followMark } from "./market.ts";
import { watchedPosition } from "./testing/watched-position.ts";

const hourMs = 3_600_000;
const expected = [[80_000n, 90_000n, 70_000n].reduce(followMark, watchedPosition())];
const first = notificationOf(1, "MarginCall/A-1/FPT/1/0", 2_000_000n, 80_000n);
const second = notificationOf(2, "MarginCall/A-1/FPT/2/0", 8_000_000n, 70_000n);
const forced = notificationOf(3, "ForceClose/A-1/FPT/2/0", 8_000_000n, 70_000n);

test("accepts the expected notifications, once and in order", () => {
  expect(checkNotifications(expected, [forced, second, first])).toEqual({ faults: [], reminderCount: 0 });
});

test("reports a missing notification", () => {
  expect(checkNotifications(expected, [first, second]).faults).toEqual([
    "A-1/FPT: ForceClose/A-1/FPT/2/0 at 8000000 at 70000000 had to be told, and nothing was",
  ]);
});

test("reports a duplicate notification, under the same and under another message id", () => {
  expect(checkNotifications(expected, [first, second, forced, { ...forced, id: 4 }]).faults).toEqual([
    "ForceClose/A-1/FPT/2/0 was told 2 times",
    "A-1/FPT: ForceClose/A-1/FPT/2/0 at 8000000 at 70000000 was told without a cause",
  ]);
  const other = { ...forced, id: 4, messageId: "ForceClose/A-1/FPT/3/0" };
  expect(checkNotifications(expected, [first, second, forced, other]).faults).toHaveLength(1);
});

test("reports another amount, price or order", () => {
  const less = notificationOf(1, "MarginCall/A-1/FPT/1/0", 1_999_999n, 80_000n);
  const later = notificationOf(1, "MarginCall/A-1/FPT/1/0", 2_000_000n, 79_900n);
  for (const wrong of [less, later]) {
    expect(checkNotifications(expected, [wrong, second, forced]).faults).toHaveLength(1);
  }
  const swapped = [first, { ...second, id: 3 }, { ...forced, id: 2 }];
  expect(checkNotifications(expected, swapped).faults).toHaveLength(1);
});

test("reports a notification about a position that no account holds", () => {
  const strange = { ...first, id: 4, messageId: "MarginCall/A-9/FPT/1/0", accountId: "A-9" };
  expect(checkNotifications(expected, [first, second, forced, strange]).faults).toEqual([
    "1 notifications name A-9/FPT, which has no holder",
  ]);
});

test("accepts one reminder, after its hour and not before", () => {
  const due = {
    ...notificationOf(4, "MarginCall/A-1/FPT/2/1", 8_000_000n, 70_000n),
    createdAtMs: second.createdAtMs + hourMs,
  };
  const all = [first, second, forced];
  expect(checkNotifications(expected, [...all, due])).toEqual({ faults: [], reminderCount: 1 });
  const early = { ...due, createdAtMs: due.createdAtMs - 1 };
  expect(checkNotifications(expected, [...all, early]).faults).toHaveLength(1);
  expect(checkNotifications(expected, [...all, due, { ...due, id: 5 }]).faults).toHaveLength(1);
});

function notificationOf(
  id: number,
  messageId: string,
  amountVnd: bigint,
  markVnd: bigint,
): StoredNotification {
  return {
    id,
    messageId,
    accountId: "A-1",
    type: messageId.startsWith("ForceClose") ? "ForceClose" : "MarginCall",
    topic: "accounts/A-1/risk",
    isRead: false,
    createdAtMs: 1_760_000_000_000 + id,
    updatedAtMs: 1_760_000_000_000 + id,
    data: {
      accountId: "A-1",
      symbol: "FPT",
      amountVnd,
      position: {
        symbol: "FPT",
        quantity: 1_000n,
        averagePrice: 100_000_000n,
        markPrice: markVnd * 1_000n,
        marketVnd: 1_000n * markVnd,
        unrealizedVnd: 0n,
        coveredVnd: 0n,
        dealRatio: 0n,
        neededVnd: amountVnd,
        marginRatio: 500_000n,
        marginCallRate: 400_000n,
        forceCloseRate: 300_000n,
      },
    },
  };
}

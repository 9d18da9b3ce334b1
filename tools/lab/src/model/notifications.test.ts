import type { StoredNotification } from "@trading-oms/brokerage";
import { describe, expect, test } from "vitest";
import { checkListed, checkNotifications, messageOfMovement } from "./notifications.ts";

describe("a list", () => {
  const due = ["one", "two", "three"];
  const third = { id: 4_194_307, messageId: "three", createdAtMs: 20 };
  const second = { id: 4_194_306, messageId: "two", createdAtMs: 20 };
  const first = { id: 4_194_305, messageId: "one", createdAtMs: 10 };
  const whole = [third, second, first];

  test("has all that is due, newest first, with ids without a gap", () => {
    expect(checkListed("lan", whole, due)).toEqual([]);
  });

  test("has no gap, no id twice, no other order, and begins at the user's first id", () => {
    expect(checkListed("lan", [{ ...third, id: 4_194_308 }, second, first], due)).toEqual([
      "lan lists 4194308 just before 4194306",
    ]);
    expect(checkListed("lan", [third, { ...second, id: 4_194_305 }, first], due)).toHaveLength(2);
    expect(checkListed("lan", whole.toReversed(), due).length).toBeGreaterThan(0);
    expect(checkListed("lan", [third, second], due.slice(1))).toEqual([
      "lan lists 4194306 just before the end",
    ]);
  });

  test("has times that never decrease", () => {
    expect(checkListed("lan", [{ ...third, createdAtMs: 19 }, second, first], due)).toEqual([
      "lan lists 4194307 as older than 4194306",
    ]);
  });

  test("misses nothing, and has nothing twice or without a cause", () => {
    expect(checkListed("lan", [second, first], due)).toEqual(["lan was not told of three"]);
    expect(checkListed("lan", whole, due.slice(1))).toEqual(["lan was told of one, which is not there"]);
    const doubled = [{ ...third, id: 4_194_308 }, ...whole];
    expect(checkListed("lan", doubled, due)).toEqual(["three was told 2 times"]);
  });
});

test("a movement has one message", () => {
  const movement = { accountId: "A-2", movementId: "m-2", kind: "withdrawal" };
  expect(messageOfMovement(movement)).toBe("Withdraw/A-2/m-2");
});

describe("calls", () => {
  const hourMs = 3_600_000;
  const position = { accountId: "A-1", traded: { symbol: "FPT" } };
  const due = { amountVnd: 8_000_000n, markVnd: 70_000n };
  const expected = [
    {
      position,
      notifications: [
        { type: "MarginCall", episodeNumber: 1, amountVnd: 2_000_000n, markVnd: 80_000n },
        { type: "MarginCall", episodeNumber: 2, ...due },
        { type: "ForceClose", episodeNumber: 2, ...due },
      ],
    },
  ] as const;
  const first = notificationOf(1, "MarginCall/A-1/FPT/1/0", 2_000_000n, 80_000n);
  const second = notificationOf(2, "MarginCall/A-1/FPT/2/0", 8_000_000n, 70_000n);
  const forced = notificationOf(3, "ForceClose/A-1/FPT/2/0", 8_000_000n, 70_000n);

  test("accepts the expected notifications, once and in order", () => {
    expect(checkNotifications(expected, [forced, second, first])).toEqual({ faults: [], reminderCount: 0 });
  });

  test("reports a missing notification", () => {
    expect(checkNotifications(expected, [first, second]).faults).toEqual([
      "A-1/FPT: ForceClose/A-1/FPT/2/0 at 8000000 at 70000 had to be told, and nothing was",
    ]);
  });

  test("reports a duplicate notification, under the same and under another message id", () => {
    expect(checkNotifications(expected, [first, second, forced, { ...forced, id: 4 }]).faults).toEqual([
      "ForceClose/A-1/FPT/2/0 was told 2 times",
      "A-1/FPT: ForceClose/A-1/FPT/2/0 at 8000000 at 70000 was told without a cause",
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
    const reminder = {
      ...notificationOf(4, "MarginCall/A-1/FPT/2/1", 8_000_000n, 70_000n),
      createdAtMs: second.createdAtMs + hourMs,
    };
    const all = [first, second, forced];
    expect(checkNotifications(expected, [...all, reminder])).toEqual({ faults: [], reminderCount: 1 });
    const early = { ...reminder, createdAtMs: reminder.createdAtMs - 1 };
    expect(checkNotifications(expected, [...all, early]).faults).toHaveLength(1);
    expect(checkNotifications(expected, [...all, reminder, { ...reminder, id: 5 }]).faults).toHaveLength(1);
  });
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

import type { StoredNotification } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkNotifiedOnce } from "./judge.ts";

function notificationOf(type: StoredNotification["type"], messageId: string): StoredNotification {
  return { type, messageId } as StoredNotification;
}

test("accepts one call with its reminder, and cash movements", () => {
  const notifications = [
    notificationOf("Deposit", "Deposit/d-1"),
    notificationOf("MarginCall", "MarginCall/R-1/R1/1/0"),
    notificationOf("MarginCall", "MarginCall/R-1/R1/1/1"),
  ];
  expect(checkNotifiedOnce(notifications)).toEqual([]);
});

test("reports a duplicate message, and a second episode at the same price", () => {
  const call = notificationOf("MarginCall", "MarginCall/R-1/R1/1/0");
  expect(checkNotifiedOnce([call, call])).toEqual(["MarginCall/R-1/R1/1/0 was told 2 times"]);
  expect(checkNotifiedOnce([notificationOf("MarginCall", "MarginCall/R-1/R1/2/0")])).toHaveLength(1);
});

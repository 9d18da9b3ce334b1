import type { ToldNotification } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { judgeToldOnce } from "./judge.ts";

function tell(type: ToldNotification["type"], messageId: string): ToldNotification {
  return { type, messageId } as ToldNotification;
}

test("accepts one call with its reminder, and cash movements", () => {
  const told = [
    tell("Deposit", "Deposit/d-1"),
    tell("MarginCall", "MarginCall/R-1/R1/1/0"),
    tell("MarginCall", "MarginCall/R-1/R1/1/1"),
  ];
  expect(judgeToldOnce(told)).toEqual([]);
});

test("reports a duplicate message, and a second episode at the same price", () => {
  const call = tell("MarginCall", "MarginCall/R-1/R1/1/0");
  expect(judgeToldOnce([call, call])).toEqual(["MarginCall/R-1/R1/1/0 was told 2 times"]);
  expect(judgeToldOnce([tell("MarginCall", "MarginCall/R-1/R1/2/0")])).toHaveLength(1);
});

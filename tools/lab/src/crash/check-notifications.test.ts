import { expect, test } from "vitest";
import { checkNotifications } from "./judge-cash.ts";

const due = ["Deposit/m-1", "Withdraw/m-2"];
const user = {
  userId: "u-1",
  count: 2,
  numbers: [4_194_306, 4_194_305],
  messageIds: ["Withdraw/m-2", "Deposit/m-1"],
};

test("accepts one notification per event, with numbers without a gap", () => {
  expect(checkNotifications(user, due)).toEqual([]);
});

test("reports a gap and a duplicate number", () => {
  expect(checkNotifications({ ...user, numbers: [4_194_307, 4_194_305] }, due)).toEqual([
    "u-1 was told of number 4194307 where 4194306 was due",
  ]);
  expect(checkNotifications({ ...user, numbers: [4_194_305, 4_194_305] }, due)).toEqual([
    "u-1 was told of number 4194305 where 4194306 was due",
  ]);
});

test("reports a count that differs from the number of notifications", () => {
  expect(checkNotifications({ ...user, count: 3 }, due)).toEqual(["u-1 was told of 2, and 3 were counted"]);
});

test("reports duplicate, missing and unexplained notifications", () => {
  const twice = { ...user, messageIds: ["Deposit/m-1", "Deposit/m-1"] };
  expect(checkNotifications(twice, due)).toEqual([
    "u-1 was told the same thing twice",
    "u-1 was not told of Withdraw/m-2, one of 1",
  ]);
  expect(checkNotifications(user, due.slice(0, 1))).toEqual([
    "u-1 was told of Withdraw/m-2, which is not there",
  ]);
});

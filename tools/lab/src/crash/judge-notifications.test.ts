import { expect, test } from "vitest";
import { judgeNotifications } from "./judge-cash.ts";

const due = ["Deposit/m-1", "Withdraw/m-2"];
const user = {
  userId: "u-1",
  count: 2,
  numbers: [4_194_306, 4_194_305],
  messageIds: ["Withdraw/m-2", "Deposit/m-1"],
};

test("a user who was told of each thing once, under numbers without a gap, has no fault", () => {
  expect(judgeNotifications(user, due)).toEqual([]);
});

test("a gap and a number that is there twice are named", () => {
  expect(judgeNotifications({ ...user, numbers: [4_194_307, 4_194_305] }, due)).toEqual([
    "u-1 was told of number 4194307 where 4194306 was due",
  ]);
  expect(judgeNotifications({ ...user, numbers: [4_194_305, 4_194_305] }, due)).toEqual([
    "u-1 was told of number 4194305 where 4194306 was due",
  ]);
});

test("a count that is not that of the notifications is named", () => {
  expect(judgeNotifications({ ...user, count: 3 }, due)).toEqual(["u-1 was told of 2, and 3 were counted"]);
});

test("what was told twice, not at all, or without having happened is named", () => {
  const twice = { ...user, messageIds: ["Deposit/m-1", "Deposit/m-1"] };
  expect(judgeNotifications(twice, due)).toEqual([
    "u-1 was told the same thing twice",
    "u-1 was not told of Withdraw/m-2, one of 1",
  ]);
  expect(judgeNotifications(user, due.slice(0, 1))).toEqual([
    "u-1 was told of Withdraw/m-2, which is not there",
  ]);
});

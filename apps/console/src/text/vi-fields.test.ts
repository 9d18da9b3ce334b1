import { expect, test } from "vitest";
import { describeFieldVi } from "./vi-fields.ts";

test.each([
  ["amount", ["has to be 0 or more"], "số tiền: phải từ 0 trở lên."],
  ["percents.1.percent", ["has to be 50 or less"], "mức biến động, dòng 2: không được quá 50."],
  ["order", ["has to be one of due, since"], "thứ tự: phải là một trong: due, since."],
  [
    "reason",
    ["is required", "has to be 1 to 64 characters long"],
    "lý do: cần phải có, phải dài từ 1 đến 64 ký tự.",
  ],
  ["promisedUntil", ["has to be a time to come"], "hứa trước lúc: phải là lúc sắp tới."],
  ["later", ["is new"], "later: is new."],
])("writes %s with %j as %s", (field, messages, told) => {
  expect(describeFieldVi(field, messages)).toBe(told);
});

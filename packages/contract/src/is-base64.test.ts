import { expect, test } from "vitest";
import { isBase64 } from "./is-base64.ts";

test.each(["", "QUJD", "QUI=", "QQ==", "+/+/"])("accepts the padded Base64 %j", (text) => {
  expect(isBase64(text)).toBe(true);
});

test.each([
  "Q",
  "QQ",
  "QQ=",
  "QQ===",
  "=QQ=",
  "QU=J",
  "QQ==QUJD",
  "====",
  "QU-_",
  "QU JD",
  "QUJD\n",
  "data:,QUJ",
])("rejects %j, which is not padded Base64", (text) => {
  expect(isBase64(text)).toBe(false);
});

test("checks an image of the largest size without exceeding the stack", () => {
  const largest = "A".repeat(10_666_668);
  expect(isBase64(largest)).toBe(true);
  expect(isBase64(`${largest.slice(0, -1)}!`)).toBe(false);
});

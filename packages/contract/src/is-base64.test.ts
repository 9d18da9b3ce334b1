import { expect, test } from "vitest";
import { isBase64 } from "./is-base64.ts";

test.each(["", "QUJD", "QUI=", "QQ==", "+/+/"])("%j is Base64 with its padding", (text) => {
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
])("%j is not Base64 with its padding", (text) => {
  expect(isBase64(text)).toBe(false);
});

test("an image of the largest size is judged without recursion and in one pass", () => {
  const largest = "A".repeat(10_666_668);
  expect(isBase64(largest)).toBe(true);
  expect(isBase64(`${largest.slice(0, -1)}!`)).toBe(false);
});

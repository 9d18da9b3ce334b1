import { expect, it } from "vitest";
import { isSentence } from "./schemas.ts";

it.each([
  "The price.",
  "`amount` is whole.",
  "12 digits.",
  "Đồng.",
  "Why?",
  "First.\n\n| A |\n|---|\n\nLast.\n",
])("%j is a sentence.", (text) => {
  expect(isSentence(text)).toBe(true);
});

it.each(["", "price.", "The price", "The price,", "   ", undefined, null, 5])(
  "%j is no sentence.",
  (text) => {
    expect(isSentence(text)).toBe(false);
  },
);

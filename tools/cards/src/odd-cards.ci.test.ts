import { loadImage } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { makeOddCard } from "./odd-cards.ts";

it.each(["blank page", "card in a corner", "four cards", "cut off at the left"] as const)(
  "makes a picture of the kind %s",
  async (oddity) => {
    const { width, height } = await loadImage(makeOddCard(1, "2024", oddity).front);
    expect(width * height).toBeGreaterThan(200_000);
  },
);

it("makes the same picture for the same seed", () => {
  const [first, second] = [makeOddCard(1, "2024", "no card"), makeOddCard(1, "2024", "no card")];
  expect(Buffer.compare(first.front, second.front)).toBe(0);
});

it("gives a truth where one card is shown whole, and none otherwise", () => {
  expect(makeOddCard(2, "2021", "sides swapped").truth?.nationality).toBe("Việt Nam");
  expect(makeOddCard(2, "2021", "blank page").truth).toBeUndefined();
});

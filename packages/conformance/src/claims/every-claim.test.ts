import { expect, test } from "vitest";
import { everyClaim } from "./every-claim.ts";

test("every claim has a unique id and a title that is a sentence", () => {
  expect(new Set(everyClaim.map(({ id }) => id)).size).toBe(everyClaim.length);
  for (const { id, title } of everyClaim) {
    expect(id).toMatch(/^[a-z]+\.[A-Za-z0-9-]+$/);
    expect(title).toMatch(/^\S+( \S+){3,}\.$/);
  }
});

test("there are more than 150 claims, more than 50 of them without needs", () => {
  expect(everyClaim.length).toBeGreaterThan(150);
  expect(everyClaim.filter(({ needs }) => needs.length === 0).length).toBeGreaterThan(50);
});

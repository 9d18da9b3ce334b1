import { expect, test } from "vitest";
import { drawCardPhoto } from "../../testing/draw-card-photo.ts";
import { findCards } from "./find-cards.ts";
import type { Quad } from "./straighten.ts";

/** Corners of a card of 600 by 378 around a middle, turned. */
function turnedCard(degrees: number, x: number, y: number): Quad {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const halves = [
    [-300, -189],
    [300, -189],
    [300, 189],
    [-300, 189],
  ] as const;
  return halves.map(([along, across]) => ({
    x: x + along * cosine - across * sine,
    y: y + along * sine + across * cosine,
  })) as unknown as Quad;
}

/** How far the worst corner is off, whichever corner the quad begins with. */
function errorOf(found: Quad | undefined, corners: Quad): number {
  if (found === undefined) return Number.POSITIVE_INFINITY;
  const errors = [0, 1, 2, 3].map((turn) =>
    Math.max(
      ...found.map(({ x, y }, i) => {
        const corner = corners[(i + turn) % 4];
        return Math.hypot(x - (corner?.x ?? 0), y - (corner?.y ?? 0));
      }),
    ),
  );
  return Math.min(...errors);
}

test("A card is found to a pixel and a half at any turn", () => {
  for (const degrees of [0, 12, 45, 90, 133, 180, 271]) {
    const corners = turnedCard(degrees, 500, 480);
    const [best] = findCards(drawCardPhoto(1000, 960, corners, 90), 1);
    expect(errorOf(best?.quad, corners), String(degrees)).toBeLessThan(1.5);
  }
});

test("A card seen aslant is found, and one on a table nearly as bright as itself", () => {
  const aslant: Quad = [
    { x: 180, y: 150 },
    { x: 820, y: 210 },
    { x: 780, y: 590 },
    { x: 220, y: 610 },
  ];
  expect(errorOf(findCards(drawCardPhoto(1000, 760, aslant, 90), 1)[0]?.quad, aslant)).toBeLessThan(1.5);
  const level = turnedCard(7, 500, 400);
  expect(errorOf(findCards(drawCardPhoto(1000, 800, level, 205), 1)[0]?.quad, level)).toBeLessThan(1.5);
});

test("An empty table has no card", () => {
  const far = turnedCard(0, -5000, -5000);
  expect(findCards(drawCardPhoto(800, 600, far, 120), 1).every(({ score }) => score < 0.6)).toBe(true);
});

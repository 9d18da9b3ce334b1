import { expect, test } from "vitest";
import { drawCardPhoto } from "../../testing/draw-card-photo.ts";
import type { Photo } from "../image/image.ts";
import { findCards, refineCard } from "./find-cards.ts";
import type { Quad } from "./straighten.ts";

/** The corners of a card of 600 by 378 pixels with its centre at x, y, rotated. */
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

/** The largest distance of a corner from its real place, whichever corner the quad begins with. */
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

/** The corners of the best candidate. */
function findBest(photo: Photo): Quad | undefined {
  const [best] = findCards(photo, 1).cards;
  return best && refineCard(photo, best);
}

test("a card is found to a pixel and a half at any rotation", () => {
  for (const degrees of [0, 12, 45, 90, 133, 180, 271]) {
    const corners = turnedCard(degrees, 500, 480);
    expect(errorOf(findBest(drawCardPhoto(1000, 960, corners, 90)), corners), String(degrees)).toBeLessThan(
      1.5,
    );
  }
});

test("a card is found in perspective, and on a table of nearly its brightness", () => {
  const aslant: Quad = [
    { x: 180, y: 150 },
    { x: 820, y: 210 },
    { x: 780, y: 590 },
    { x: 220, y: 610 },
  ];
  expect(errorOf(findBest(drawCardPhoto(1000, 760, aslant, 90)), aslant)).toBeLessThan(1.5);
  const level = turnedCard(7, 500, 400);
  expect(errorOf(findBest(drawCardPhoto(1000, 800, level, 205)), level)).toBeLessThan(1.5);
});

test("an empty table has no card", () => {
  const far = turnedCard(0, -5000, -5000);
  expect(findCards(drawCardPhoto(800, 600, far, 120), 1).cards.every(({ score }) => score < 0.6)).toBe(true);
});

test("a picture in the proportions of a card is a candidate by its border, and one of another shape is not", () => {
  const far = turnedCard(0, -5000, -5000);
  const [frame] = findCards(drawCardPhoto(856, 540, far, 120), 1).cards;
  expect(frame?.isFrame).toBe(true);
  expect(errorOf(frame?.quad, frameOf(856, 540))).toBeLessThan(1.5);
  expect(findCards(drawCardPhoto(800, 600, far, 120), 4).cards.some(({ isFrame }) => isFrame)).toBe(false);
});

function frameOf(width: number, height: number): Quad {
  return [
    { x: 0, y: 0 },
    { x: width - 1, y: 0 },
    { x: width - 1, y: height - 1 },
    { x: 0, y: height - 1 },
  ];
}

test("a card that the border of the picture cuts off is completed beyond it", () => {
  for (const [x, y] of [
    [180, 400],
    [820, 400],
    [500, 120],
  ] as const) {
    const corners = turnedCard(3, x, y);
    expect(errorOf(findBest(drawCardPhoto(1000, 800, corners, 90)), corners), `${x}, ${y}`).toBeLessThan(25);
  }
});

test("a picture whose edges are all in a small part shows something too small", () => {
  const small = turnedCard(0, 1500, 1000);
  expect(findCards(drawCardPhoto(3000, 2000, shrink(small, 0.4), 90), 1).smallness).toBe("certain");
  expect(findCards(drawCardPhoto(3000, 2000, shrink(small, 1.5), 90), 1).smallness).toBe("none");
}, 30_000);

function shrink(quad: Quad, by: number): Quad {
  return quad.map(({ x, y }) => ({
    x: 1500 + (x - 1500) * by,
    y: 1000 + (y - 1000) * by,
  })) as unknown as Quad;
}

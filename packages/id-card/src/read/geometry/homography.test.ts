import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHomography, type Quad, solveHomography } from "./straighten.ts";

const card: Quad = [
  { x: 0, y: 0 },
  { x: 856, y: 0 },
  { x: 856, y: 540 },
  { x: 0, y: 540 },
];

test("a homography maps each corner to its image, and the centre to the crossing of the diagonals", () => {
  const seen: Quad = [
    { x: 100, y: 100 },
    { x: 500, y: 100 },
    { x: 400, y: 300 },
    { x: 200, y: 300 },
  ];
  const by = solveHomography(card, seen) ?? [];
  for (const [index, corner] of card.entries()) {
    expect(applyHomography(by, corner).x).toBeCloseTo(seen[index]?.x ?? 0, 6);
    expect(applyHomography(by, corner).y).toBeCloseTo(seen[index]?.y ?? 0, 6);
  }
  const middle = applyHomography(by, { x: 428, y: 270 });
  expect(middle.x).toBeCloseTo(300, 6);
  expect(middle.y).toBeCloseTo(100 + 200 * (2 / 3), 6);
});

test("a homography and its reverse map a point to itself, for any four corners of a photographed card", () => {
  const shift = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(shift, { minLength: 8, maxLength: 8 }), (shifts) => {
      const seen = card.map(({ x, y }, i) => ({
        x: x + (shifts[2 * i] ?? 0),
        y: y + (shifts[2 * i + 1] ?? 0),
      })) as unknown as Quad;
      const there = solveHomography(card, seen) ?? [];
      const back = solveHomography(seen, card) ?? [];
      const again = applyHomography(back, applyHomography(there, { x: 300, y: 200 }));
      expect(again.x).toBeCloseTo(300, 4);
      expect(again.y).toBeCloseTo(200, 4);
    }),
  );
});

test("there is no homography from four points in a line", () => {
  const line = card.map(({ x }) => ({ x, y: 0 })) as unknown as Quad;
  expect(solveHomography(line, card)).toBeUndefined();
});

import { expect, test } from "vitest";
import { evenShade } from "./image.ts";

/** Paper with a column of ink every ten pixels, in full light on the left and a third of it on the right. */
function drawHalfInShadow(): { width: number; height: number; data: Uint8Array } {
  const [width, height] = [200, 60];
  const data = new Uint8Array(width * height).map((_, i) => {
    const light = i % width < 100 ? 1 : 1 / 3;
    return (i % 10 === 0 ? 90 : 210) * light;
  });
  return { width, height, data };
}

test("ink in a shadow becomes as dark as ink in the light, and paper as bright", () => {
  const { width, data } = evenShade(drawHalfInShadow(), 10);
  const at = (x: number) => data[30 * width + x] as number;
  expect(Math.abs(at(50) - at(150))).toBeLessThanOrEqual(3);
  expect(Math.abs(at(55) - at(155))).toBeLessThanOrEqual(3);
  expect(at(155) - at(150)).toBeGreaterThan(80);
});

test("an all black image stays dark", () => {
  const { data } = evenShade({ width: 20, height: 20, data: new Uint8Array(400).fill(1) }, 5);
  expect(Math.max(...data)).toBeLessThan(60);
});

import { expect, it } from "vitest";
import { drawLine } from "./minute-chart.tsx";

it("draws the highest price at the top and the lowest at the bottom, over the whole width", () => {
  expect(drawLine([80_000, 81_000, 79_000]).points).toBe("0,48 180,8 360,88");
});

it("places a reference price outside of the frame where it is far away", () => {
  expect(drawLine([80_000, 81_000]).yOf(90_000)).toBeLessThan(0);
});

it("draws prices that do not move as a level line", () => {
  expect(drawLine([80_000, 80_000]).points).toBe("0,8 360,8");
});

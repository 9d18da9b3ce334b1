import { expect, it } from "vitest";
import { makeDice } from "../dice.ts";
import { planPhoto } from "./plan.ts";
import { carry, projectCard } from "./projection.ts";

it("inverts the mapping from the card to the picture", () => {
  const plan = planPhoto("2021", "front", "bad", 100, makeDice("there and back"));
  const { toPicture, toCard } = projectCard(plan);
  const { x, y } = carry(toCard, carry(toPicture, { x: 31, y: 47 }));
  expect(x).toBeCloseTo(31, 6);
  expect(y).toBeCloseTo(47, 6);
});

it("rotates clockwise: after a quarter turn the upper left corner is at the upper right", () => {
  const plan = planPhoto("2024", "front", "clean", 90, makeDice("a quarter"));
  const [upperLeft, upperRight] = projectCard(plan).corners;
  expect(upperLeft.x).toBeGreaterThan(plan.width / 2);
  expect(upperLeft.y).toBeLessThan(plan.height / 2);
  expect(upperRight.y).toBeGreaterThan(plan.height / 2);
});

it("keeps the whole card in the picture at any severity and rotation", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const dice = makeDice(`in the picture/${seed}`);
    const severity = dice.pick(["clean", "phone", "poor", "low-resolution", "bad"] as const);
    const plan = planPhoto("2021", "back", severity, dice.between(0, 360), dice);
    for (const { x, y } of projectCard(plan).corners) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(plan.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(plan.height);
    }
  }
});

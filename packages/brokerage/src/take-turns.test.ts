import { expect, test } from "vitest";
import { takeTurns } from "./take-turns.ts";

test("a turn begins only when the one before it has ended", async () => {
  const inTurn = takeTurns();
  const told: string[] = [];
  const work = (name: string, ticks: number) => async () => {
    told.push(`${name} begins`);
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    told.push(`${name} ends`);
  };
  await Promise.all([inTurn("A", work("1", 9)), inTurn("A", work("2", 1)), inTurn("A", work("3", 1))]);
  expect(told).toEqual(["1 begins", "1 ends", "2 begins", "2 ends", "3 begins", "3 ends"]);
});

test("whoever works under another name waits for nobody", async () => {
  const inTurn = takeTurns();
  const never = inTurn("A", () => new Promise<void>(() => {}));
  expect(await inTurn("B", async () => 5)).toBe(5);
  expect(await Promise.race([never, Promise.resolve("waits")])).toBe("waits");
});

test("a turn that fails fails for itself, and the next one comes", async () => {
  const inTurn = takeTurns();
  const failing = inTurn("A", () => Promise.reject(new Error("failed")));
  const next = inTurn("A", async () => 5);
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe(5);
});

import { expect, test } from "vitest";
import { takeTurns } from "./queue-work.ts";

const tooLate = (): never => {
  throw new Error("The turn did not come.");
};

function plan() {
  const clock = { nowMs: 0 };
  return { clock, inTurn: takeTurns(() => clock.nowMs) };
}

test("a turn begins only after the previous one has ended", async () => {
  const { inTurn } = plan();
  const told: string[] = [];
  const work = (name: string, ticks: number) => async () => {
    told.push(`${name} begins`);
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    told.push(`${name} ends`);
  };
  const turns = [work("1", 9), work("2", 1), work("3", 1)].map((each) => inTurn("A", each, tooLate));
  await Promise.all(turns);
  expect(told).toEqual(["1 begins", "1 ends", "2 begins", "2 ends", "3 begins", "3 ends"]);
});

test("work under another name does not wait", async () => {
  const { inTurn } = plan();
  const never = inTurn("A", () => new Promise<void>(() => {}), tooLate);
  expect(await inTurn("B", async () => 5, tooLate)).toBe(5);
  expect(await Promise.race([never, Promise.resolve("waits")])).toBe("waits");
});

test("a failed turn does not affect the next one", async () => {
  const { inTurn } = plan();
  const failing = inTurn("A", () => Promise.reject(new Error("failed")), tooLate);
  const next = inTurn("A", async () => 5, tooLate);
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe(5);
});

test("the sixty-fifth waiter is refused immediately, and an idle name accepts all again", async () => {
  const { inTurn } = plan();
  let release = (): void => {};
  const first = inTurn("A", () => new Promise<string>((settle) => (release = () => settle("done"))), tooLate);
  const others = Array.from({ length: 63 }, () => inTurn("A", async () => "done", tooLate));
  expect(
    await inTurn(
      "A",
      async () => "done",
      () => "busy",
    ),
  ).toBe("busy");
  release();
  expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set(["done"]));
  expect(
    await inTurn(
      "A",
      async () => "done",
      () => "busy",
    ),
  ).toBe("done");
});

test("a turn that comes after more than five seconds is not run", async () => {
  const { inTurn, clock } = plan();
  let release = (): void => {};
  const first = inTurn("A", () => new Promise<void>((settle) => (release = settle)), tooLate);
  const second = inTurn(
    "A",
    async () => "done",
    () => "late",
  );
  clock.nowMs = 5_001;
  release();
  await first;
  expect(await second).toBe("late");
});

import { expect, test } from "vitest";
import { makeWakeEarly, type WakingLoop } from "./make-wake-early.ts";

const stepMs = 0.1;

/** A loop on a clock of its own, of which each turn takes a tenth of a millisecond, and waits in it. */
function planLoop(coreCount: number, isAsleep = true) {
  let nowMs = 0;
  let turns = 0;
  const rings = new Map<() => void, number>();
  const queued: (() => void)[] = [];
  const loop: WakingLoop = {
    ringAfter: (ms, ring) => {
      rings.set(ring, nowMs + ms);
      return () => void rings.delete(ring);
    },
    nextTurn: (turn) => {
      turns += 1;
      queued.push(turn);
    },
  };
  const pass = (ms: number): void => {
    for (let step = 0; step < Math.round(ms / stepMs); step += 1) {
      nowMs += stepMs;
      for (const turn of queued.splice(0)) turn();
      for (const [ring, atMs] of rings) if (atMs - nowMs < stepMs / 2 && rings.delete(ring)) ring();
    }
  };
  const wakeEarly = makeWakeEarly({ nowMs: () => nowMs, coreCount, isAsleep: () => isAsleep, loop });
  /** How often the loop was turned in a wait of so many milliseconds. */
  const wait = (ms: number): number => {
    const before = turns;
    const end = wakeEarly();
    pass(ms);
    end();
    return turns - before;
  };
  const learn = (ms: number): void => {
    for (let count = 0; count < 50; count += 1) wait(ms);
  };
  return { pass, wait, learn, wakeEarly, turnsSoFar: () => turns };
}

test("who usually waits for some milliseconds is awake from a millisecond or two before", () => {
  const { learn, wakeEarly, pass, turnsSoFar } = planLoop(2);
  learn(4);
  const before = turnsSoFar();
  wakeEarly();
  pass(1.9);
  expect(turnsSoFar()).toBe(before);
  pass(2);
  expect(turnsSoFar() - before).toBeGreaterThan(15);
});

test("what does not come is not waited for awake for long", () => {
  const { learn, wakeEarly, pass, turnsSoFar } = planLoop(2);
  learn(4);
  const before = turnsSoFar();
  wakeEarly();
  pass(20);
  expect(turnsSoFar() - before).toBeGreaterThan(20);
  expect(turnsSoFar() - before).toBeLessThan(30);
});

test("what is there before anybody was to wake wakes nobody later", () => {
  const { learn, wakeEarly, pass, turnsSoFar } = planLoop(2);
  learn(4);
  const before = turnsSoFar();
  const end = wakeEarly();
  pass(1);
  end();
  pass(10);
  expect(turnsSoFar()).toBe(before);
});

test("the loop is not turned any more when it is there", () => {
  const { learn, wait, pass, turnsSoFar } = planLoop(2);
  learn(4);
  expect(wait(3.5)).toBeGreaterThan(0);
  const after = turnsSoFar();
  pass(10);
  expect(turnsSoFar()).toBe(after);
});

test.each([
  { what: "what somebody works for who is awake", ms: 4, coreCount: 2, isAsleep: false },
  { what: "what takes long", ms: 20, coreCount: 2, isAsleep: true },
  { what: "anything on a lone core", ms: 4, coreCount: 1, isAsleep: true },
])("the loop sleeps until $what is there", ({ ms, coreCount, isAsleep }) => {
  const { learn, wait } = planLoop(coreCount, isAsleep);
  learn(ms);
  expect(wait(ms)).toBe(0);
});

test("one wait that took very long changes little of what is usual", () => {
  const { learn, wait } = planLoop(2);
  learn(4);
  wait(200);
  expect(wait(5)).toBeGreaterThan(0);
});

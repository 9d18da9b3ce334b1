import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runLatest } from "./follow-document.ts";

describe("a task that is asked for more often than it can run", () => {
  test("runs once for a burst", async () => {
    let runs = 0;
    const latest = runLatest(async () => {
      runs += 1;
    }, 20);
    for (let index = 0; index < 10; index += 1) latest.ask();
    await pause(80);
    await latest.stop();
    expect(runs).toBe(1);
  });

  test("never runs twice at a time, and once more for all that came meanwhile", async () => {
    let [running, runningMax, runs] = [0, 0, 0];
    const latest = runLatest(async () => {
      running += 1;
      runs += 1;
      runningMax = Math.max(runningMax, running);
      await pause(100);
      running -= 1;
    }, 5);
    latest.ask();
    await pause(30);
    latest.ask();
    await pause(20);
    latest.ask();
    await pause(300);
    await latest.stop();
    expect({ runs, runningMax }).toEqual({ runs: 2, runningMax: 1 });
  });

  test("once stopped, takes no more and waits for the run that is under way", async () => {
    let finished = 0;
    const latest = runLatest(async () => {
      await pause(50);
      finished += 1;
    }, 5);
    latest.ask();
    await pause(20);
    await latest.stop();
    latest.ask();
    await pause(30);
    expect(finished).toBe(1);
  });
});

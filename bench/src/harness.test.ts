import { expect, test } from "vitest";
import { readCpuUs, readMegabytes, timeInTurn } from "./harness.ts";

test.runIf(process.platform === "linux")("measures the processor time of a process", async () => {
  const before = await readCpuUs(process.pid);
  const began = process.cpuUsage();
  for (let spent = 0; spent < 50_000; ) {
    const { user, system } = process.cpuUsage(began);
    spent = user + system;
  }
  expect((await readCpuUs(process.pid)) - before).toBeGreaterThan(25_000);
  expect(await readMegabytes(process.pid)).toBeGreaterThan(10);
});

test("times functions in turn, in milliseconds", async () => {
  const order: string[] = [];
  const work = (name: string, ms: number) => () => {
    if (order.at(-1) !== name) order.push(name);
    for (const endMs = performance.now() + ms; performance.now() < endMs; );
  };
  const timings = await timeInTurn(
    { short: work("short", 0.01), long: work("long", 1) },
    { rounds: 2, timeMs: 5 },
  );
  expect(order).toEqual(["short", "long", "short", "long"]);
  expect(timings["long"]?.p50).toBeGreaterThanOrEqual(1);
  expect(timings["short"]?.p50).toBeLessThan(timings["long"]?.p50 ?? 0);
});

test("rejects a function that throws", async () => {
  const fail = () => {
    throw new Error("It fails.");
  };
  await expect(timeInTurn({ fail }, { rounds: 1, timeMs: 1 })).rejects.toThrow("fail could not be timed");
});

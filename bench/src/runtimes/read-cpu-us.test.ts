import { expect, test } from "vitest";
import { readCpuUs } from "./read-cpu-us.ts";

test("what this process uses of the processor is told as the process itself counts it", async () => {
  const [before, counted] = [await readCpuUs(process.pid), process.cpuUsage()];
  for (const began = performance.now(); performance.now() - began < 300; );
  const used = (await readCpuUs(process.pid)) - before;
  const { user, system } = process.cpuUsage(counted);
  expect(Math.abs(used / (user + system) - 1)).toBeLessThan(0.3);
});

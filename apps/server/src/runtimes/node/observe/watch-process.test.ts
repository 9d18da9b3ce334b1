import { setTimeout as wait } from "node:timers/promises";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { parseExposition } from "../../../testing/parse-exposition.ts";
import { watchProcess } from "./process-metrics.ts";

function plan() {
  const clock = { nowMs: 0 };
  const registry = new Registry();
  const watch = watchProcess(registry, "1.2.3", { name: "bun", version: "1.4.5" }, () => clock.nowMs);
  onTestFinished(watch.stop);
  const read = async () => parseExposition(await registry.metrics());
  const figureOf = async (name: string): Promise<number> =>
    (await read()).get(name)?.samples[0]?.value ?? Number.NaN;
  return { clock, read, figureOf };
}

function blockFor(milliseconds: number): void {
  const endMs = performance.now() + milliseconds;
  while (performance.now() < endMs);
}

test("reports version, start time, processor time and memory", async () => {
  const { read, figureOf } = plan();
  const families = await read();
  expect(families.get("oms_build_info")?.samples).toEqual([
    { name: "oms_build_info", labels: { version: "1.2.3", bun: "1.4.5" }, value: 1 },
  ]);
  expect(Math.abs((await figureOf("process_start_time_seconds")) - Date.now() / 1000)).toBeLessThan(600);
  expect(await figureOf("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(await figureOf("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(families.get("process_cpu_seconds_total")?.type).toBe("counter");
});

test("reports the lag of a blocked event loop, even before the first scrape", async () => {
  const { figureOf } = plan();
  await wait(50);
  blockFor(200);
  await wait(50);
  expect(await figureOf("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.15);
  expect(await figureOf("nodejs_eventloop_lag_p50_seconds")).toBeLessThan(0.1);
});

test("two scrapes within ten seconds report the same window, and a later one the next", async () => {
  const { clock, figureOf } = plan();
  const late = "nodejs_eventloop_lag_max_seconds";
  await wait(50);
  blockFor(300);
  await wait(50);
  clock.nowMs = 15_000;
  const first = await figureOf(late);
  clock.nowMs = 20_000;
  expect(await figureOf(late)).toBe(first);
  await wait(50);
  clock.nowMs = 30_000;
  expect(first).toBeGreaterThan(0.25);
  expect(await figureOf(late)).toBeLessThan(0.25);
});

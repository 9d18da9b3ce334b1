import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";
import type { Host } from "../host.ts";
import { addCounter, addGauge } from "./metrics.ts";

const resolutionMs = 10;

/** The minimum length of a window, so that alternating scrapers do not reset each other's figures. */
const windowMsMin = 10_000;

/** Measures processor time, memory and event loop lag; `stop` ends the measurement. */
export function watchProcess(
  registry: Registry,
  version: string,
  runtime: Host["runtime"],
  monotonicMs: () => number = () => performance.now(),
): { readonly stop: () => void } {
  addBuild(registry, version, runtime);
  for (const [name, help, read] of gauges) addGauge(registry, name, help, read);
  addCounter(registry, "process_cpu_seconds_total", "Processor time of the process.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let beganMs = monotonicMs();
  let last: ReturnType<typeof readLag> | undefined;
  /** The last complete window, or the first one so far. */
  const measureLag = () => {
    const nowMs = monotonicMs();
    if (nowMs - beganMs < windowMsMin) return last ?? readLag(delay);
    last = readLag(delay);
    delay.reset();
    beganMs = nowMs;
    return last;
  };
  for (const [name, help] of lags) {
    const of = "of the last window of 10 seconds or more between two readings";
    addGauge(registry, `nodejs_eventloop_lag_${name}_seconds`, `${help} ${of}.`, () => measureLag()[name]);
  }
  return { stop: () => void delay.disable() };
}

const lags = [
  ["p50", "How late the event loop was for half of the turns"],
  ["p99", "How late it was for one turn in a hundred"],
  ["max", "How late it was at worst"],
] as const;

/** The monitor measures the time between two turns; the requested pause is not lag. */
function readLag(delay: { percentile: (percentile: number) => number; readonly max: number }) {
  const lagOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs) / 1000;
  return { p50: lagOf(delay.percentile(50)), p99: lagOf(delay.percentile(99)), max: lagOf(delay.max) };
}

const gauges = [
  [
    "process_start_time_seconds",
    "When the process started, since 1970.",
    () => performance.timeOrigin / 1000,
  ],
  ["process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage().rss],
  ["nodejs_heap_size_used_bytes", "Memory that objects hold.", () => process.memoryUsage().heapUsed],
] as const;

function addBuild(registry: Registry, version: string, runtime: Host["runtime"]): void {
  const labels = { version, [runtime.name]: runtime.version };
  new Gauge({
    name: "oms_build_info",
    help: "What runs; always 1.",
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

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
  addProcess(registry);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let beganMs = monotonicMs();
  let last: Lag | undefined;
  /** The last complete window, or the first one so far. */
  const measureLag = (): Lag => {
    const nowMs = monotonicMs();
    if (nowMs - beganMs < windowMsMin) return last ?? readLag(delay);
    last = readLag(delay);
    delay.reset();
    beganMs = nowMs;
    return last;
  };
  addLag(registry, measureLag);
  return {
    stop: () => {
      delay.disable();
    },
  };
}

type Lag = { readonly medianS: number; readonly p99S: number; readonly highestS: number };

/** The monitor measures the time between two turns; the requested pause is not lag. */
function readLag(delay: { percentile: (percentile: number) => number; readonly max: number }): Lag {
  const lagOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs) / 1000;
  return {
    medianS: lagOf(delay.percentile(50)),
    p99S: lagOf(delay.percentile(99)),
    highestS: lagOf(delay.max),
  };
}

function addLag(registry: Registry, measure: () => Lag): void {
  const of = "of the last window of 10 seconds or more between two readings";
  addGauge(
    registry,
    "nodejs_eventloop_lag_p50_seconds",
    `How late the event loop was for half of the turns ${of}.`,
    () => measure().medianS,
  );
  addGauge(
    registry,
    "nodejs_eventloop_lag_p99_seconds",
    `How late it was for one turn in a hundred ${of}.`,
    () => measure().p99S,
  );
  addGauge(
    registry,
    "nodejs_eventloop_lag_max_seconds",
    `How late it was at worst ${of}.`,
    () => measure().highestS,
  );
}

function addProcess(registry: Registry): void {
  addCounter(registry, "process_cpu_seconds_total", "Processor time of the process.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  addGauge(
    registry,
    "process_start_time_seconds",
    "When the process started, since 1970.",
    () => performance.timeOrigin / 1000,
  );
  addGauge(
    registry,
    "process_resident_memory_bytes",
    "Memory of the process.",
    () => process.memoryUsage().rss,
  );
  addGauge(
    registry,
    "nodejs_heap_size_used_bytes",
    "Memory that objects hold.",
    () => process.memoryUsage().heapUsed,
  );
}

function addBuild(registry: Registry, version: string, runtime: Host["runtime"]): void {
  const labels = { version, [runtime.name]: runtime.version };
  new Gauge({
    name: "oms_build_info",
    help: "What runs; always 1.",
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

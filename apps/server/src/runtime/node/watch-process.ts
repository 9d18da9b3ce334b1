import { monitorEventLoopDelay } from "node:perf_hooks";
import { renderFamily } from "../../render-family.ts";
import type { Host } from "./host.ts";

const resolutionMs = 10;

/** As long as one window lasts at least, so that two who ask in turn do not take each other's. */
const windowMsMin = 10_000;

/** Tells how the process fares, as text for Prometheus; `stop` ends the watch. */
export type ProcessWatch = { readonly renderMetrics: () => string; readonly stop: () => void };

/** Watches processor time, memory and how late the event loop is. */
export function watchProcess(
  version: string,
  runtime: Host["runtime"],
  monotonicMs: () => number = () => performance.now(),
): ProcessWatch {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let beganMs = monotonicMs();
  let last: Lag | undefined;
  /** The last whole window; until there is one, the first as far as it goes. */
  const measureLag = (): Lag => {
    const nowMs = monotonicMs();
    if (nowMs - beganMs < windowMsMin) return last ?? readLag(delay);
    last = readLag(delay);
    delay.reset();
    beganMs = nowMs;
    return last;
  };
  return {
    renderMetrics: () => `${renderBuild(version, runtime)}${renderProcess()}${renderLag(measureLag())}`,
    stop: () => {
      delay.disable();
    },
  };
}

type Lag = { readonly medianS: number; readonly p99S: number; readonly highestS: number };

/** What is measured is the time between two turns, of which the pause that was asked for is no lag. */
function readLag(delay: { percentile: (percentile: number) => number; readonly max: number }): Lag {
  const lagOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs) / 1000;
  return {
    medianS: lagOf(delay.percentile(50)),
    p99S: lagOf(delay.percentile(99)),
    highestS: lagOf(delay.max),
  };
}

function renderLag({ medianS, p99S, highestS }: Lag): string {
  const of = "of the last window of 10 seconds or more between two readings";
  return [
    gauge(
      "nodejs_eventloop_lag_p50_seconds",
      `How late the event loop was for half of the turns ${of}.`,
      medianS,
    ),
    gauge("nodejs_eventloop_lag_p99_seconds", `How late it was for one turn in a hundred ${of}.`, p99S),
    gauge("nodejs_eventloop_lag_max_seconds", `How late it was at worst ${of}.`, highestS),
  ].join("");
}

function renderProcess(): string {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    renderFamily("process_cpu_seconds_total", "counter", "Processor time of the process.", [
      { value: (user + system) / 1e6 },
    ]),
    gauge(
      "process_start_time_seconds",
      "When the process started, since 1970.",
      performance.timeOrigin / 1000,
    ),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_size_used_bytes", "Memory that objects hold.", heapUsed),
  ].join("");
}

function renderBuild(version: string, { name, version: runtimeVersion }: Host["runtime"]): string {
  const labels = { version, [name]: runtimeVersion };
  return renderFamily("oms_build_info", "gauge", "What runs; always 1.", [{ labels, value: 1 }]);
}

function gauge(name: string, help: string, value: number): string {
  return renderFamily(name, "gauge", help, [{ value }]);
}

import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PageSource } from "@trading-oms/store";
import type { Log } from "../../http/log-and-trace.ts";
import { renderFamily } from "../../http/metrics.ts";
import type { Host } from "./drain.ts";

const resolutionMs = 10;

/** As long as one window lasts at least, so that two who ask in turn do not take each other's. */
const windowMsMin = 10_000;

/** Tells how the process fares, as text for Prometheus; `stop` ends the watch. */
type ProcessWatch = { readonly renderMetrics: () => string; readonly stop: () => void };

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

/** Hears where each page of notifications was read. */
export type FollowedPages = {
  readonly tellSource: (source: PageSource) => void;
  readonly renderMetrics: () => string;
};

const sources: readonly PageSource[] = ["replica", "primary", "behind", "away", "strange"];

/** Counts pages by where they were read, and tells the log once of each thing that is wrong until the replica is read again. */
export function followPages(log: Log): FollowedPages {
  const counts = new Map<PageSource, number>();
  const told = new Set<PageSource>();
  return {
    tellSource: (source) => {
      counts.set(source, (counts.get(source) ?? 0) + 1);
      if (source === "replica" && told.size > 0) {
        told.clear();
        log({ level: "info", event: "the replica is read again" });
      }
      if ((source === "away" || source === "strange") && !told.has(source)) {
        told.add(source);
        log({ level: "warn", event: events[source] });
      }
    },
    renderMetrics: () =>
      renderFamily(
        "oms_notification_pages_total",
        "counter",
        "Pages of notifications by where they were read, and why not at the replica.",
        sources.map((source) => ({ labels: { source }, value: counts.get(source) ?? 0 })),
      ),
  };
}

const events = {
  away: "the replica is away, and the primary is read",
  strange: "what is named as replica is none of this primary, which is read instead",
} as const;

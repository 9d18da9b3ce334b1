import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { openStreams, requestDurations, requestsTotal } from "../../../http/metrics.ts";
import type { Metrics } from "../../../services.ts";

export function openMetrics(registry: Registry = new Registry()): Metrics {
  const registers = [registry];
  const requests = new Counter({ ...requestsTotal, labelNames: ["operation", "status"], registers });
  const durations = new Histogram({ ...requestDurations, labelNames: ["operation"], registers });
  const streams = new Gauge({ ...openStreams, labelNames: ["operation"], registers });
  return {
    count: (operation, status, durationMs) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    countOpenStreams: (operation, change) => streams.inc({ operation }, change),
    // prom-client writes `Nan`; the format requires `NaN`.
    render: async () => (await registry.metrics()).replaceAll(/ Nan$/gm, " NaN"),
  };
}

/** Registers a counter whose value is read at each scrape. */
export function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  const counter: Counter = new Counter({
    name,
    help,
    registers: [registry],
    collect: () => {
      counter.reset();
      counter.inc(read());
    },
  });
}

export function addCounters(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number>>,
): void {
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [value, count] of Object.entries(read())) counter.inc({ [label]: value }, count);
    },
  });
}

/** Registers a gauge whose value is read at each scrape. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => gauge.set(read()),
  });
}

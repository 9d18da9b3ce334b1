import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type Metrics, requestDurations, requestsTotal } from "../../http/metrics.ts";

/** Counts requests, and renders them with everything else that is registered. */
export function openMetrics(registry: Registry = new Registry()): Metrics {
  const registers = [registry];
  const requests = new Counter({ ...requestsTotal, labelNames: ["operation", "status"], registers });
  const durations = new Histogram({ ...requestDurations, labelNames: ["operation"], registers });
  return {
    count: (operation, status, durationMs) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    // prom-client writes `Nan` where the format has `NaN`.
    render: async () => (await registry.metrics()).replaceAll(/ Nan$/gm, " NaN"),
  };
}

/** Registers a count that is kept elsewhere, and read whenever the metrics are. */
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

/** Registers counts that one label tells apart. */
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

/** Registers a figure that may fall as well. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => gauge.set(read()),
  });
}

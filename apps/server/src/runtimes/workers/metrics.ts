import { openStreams, requestDurations, requestsTotal } from "../../http/metrics.ts";
import type { Metrics } from "../../services.ts";

type Durations = { readonly counts: number[]; sumS: number };

const bounds = [...requestDurations.buckets, Number.POSITIVE_INFINITY];

/** Metrics of one isolate, without prom-client, which needs Node. */
export function createMetrics(): Metrics {
  const requests = new Map<string, Map<number, number>>();
  const durations = new Map<string, Durations>();
  const streams = new Map<string, number>();
  return {
    count: (operation, status, durationMs) => {
      const statuses = requests.get(operation) ?? new Map<number, number>();
      requests.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
      const { counts, sumS } = durations.get(operation) ?? { counts: bounds.map(() => 0), sumS: 0 };
      const durationS = durationMs / 1000;
      durations.set(operation, {
        counts: counts.map((count, index) => count + (durationS <= (bounds[index] ?? 0) ? 1 : 0)),
        sumS: sumS + durationS,
      });
    },
    countOpenStreams: (operation, change) =>
      void streams.set(operation, (streams.get(operation) ?? 0) + change),
    render: () =>
      [
        ...header(requestsTotal, "counter"),
        ...[...requests].flatMap(([operation, statuses]) => renderRequests(operation, statuses)),
        ...header(requestDurations, "histogram"),
        ...[...durations].flatMap(([operation, taken]) => renderDurations(operation, taken)),
        ...header(openStreams, "gauge"),
        ...[...streams].map(([operation, count]) => `${openStreams.name}{${labelOf(operation)}} ${count}`),
        "",
      ].join("\n"),
  };
}

function header(
  { name, help }: { readonly name: string; readonly help: string },
  type: "counter" | "gauge" | "histogram",
): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function renderRequests(operation: string, statuses: ReadonlyMap<number, number>): string[] {
  return [...statuses].map(
    ([status, count]) => `${requestsTotal.name}{${labelOf(operation)},status="${status}"} ${count}`,
  );
}

function renderDurations(operation: string, { counts, sumS }: Durations): string[] {
  const { name } = requestDurations;
  const label = labelOf(operation);
  return [
    ...counts.map((count, index) => {
      const le = requestDurations.buckets[index] ?? "+Inf";
      return `${name}_bucket{${label},le="${le}"} ${count}`;
    }),
    `${name}_sum{${label}} ${sumS}`,
    `${name}_count{${label}} ${counts.at(-1)}`,
  ];
}

function labelOf(operation: string): string {
  const escaped = operation.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `operation="${escaped}"`;
}

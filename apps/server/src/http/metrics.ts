/** What is counted of the requests, as text for Prometheus. */
export type Metrics = {
  readonly count: (operation: string, status: number, durationMs: number) => void;
  readonly render: () => string;
};

const boundsS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is counted of one operation; a duration is counted in the one bucket that it falls into. */
type Tally = { readonly statuses: Map<number, number>; readonly buckets: number[]; sumS: number };

/**
 * Counts requests by operation and status, and their durations by operation. The names never depend on a caller, so
 * that nobody can make up figures without end.
 */
export function createMetrics(renderMore: () => string): Metrics {
  const tallies = new Map<string, Tally>();
  return {
    count: (operation, status, durationMs) => {
      let tally = tallies.get(operation);
      if (tally === undefined) {
        tally = {
          statuses: new Map(),
          buckets: [...boundsS, Number.POSITIVE_INFINITY].map(() => 0),
          sumS: 0,
        };
        tallies.set(operation, tally);
      }
      countInto(tally, status, durationMs / 1000);
    },
    render: () => `${renderRequests(tallies)}${renderDurations(tallies)}${renderMore()}`,
  };
}

function countInto(tally: Tally, status: number, durationS: number): void {
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  let index = 0;
  while (durationS > (boundsS[index] ?? Number.POSITIVE_INFINITY)) index += 1;
  tally.buckets[index] = (tally.buckets[index] ?? 0) + 1;
  tally.sumS += durationS;
}

function renderRequests(tallies: ReadonlyMap<string, Tally>): string {
  const samples = [...tallies].flatMap(([operation, { statuses }]) =>
    [...statuses].map(([status, value]): Sample => ({ labels: { operation, status }, value })),
  );
  return renderFamily("oms_requests_total", "counter", "Requests by operation and status.", samples);
}

function renderDurations(tallies: ReadonlyMap<string, Tally>): string {
  return renderFamily(
    "oms_request_duration_seconds",
    "histogram",
    "How long requests took, from their headers to their answer.",
    [...tallies].flatMap(([operation, tally]) => samplesOf(operation, tally)),
  );
}

function samplesOf(operation: string, { buckets, sumS }: Tally): Sample[] {
  let count = 0;
  const below = buckets.map((more, index): Sample => {
    count += more;
    return { suffix: "_bucket", labels: { operation, le: boundsS[index] ?? "+Inf" }, value: count };
  });
  return [
    ...below,
    { suffix: "_sum", labels: { operation }, value: sumS },
    { suffix: "_count", labels: { operation }, value: count },
  ];
}

/** One figure of a family; its labels tell it from the others. */
type Sample = {
  readonly suffix?: "_bucket" | "_sum" | "_count";
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
};

/** Writes figures of one name as text for Prometheus. */
export function renderFamily(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) =>
      `${name}${suffix}${renderLabels(labels)} ${renderValue(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function renderLabels(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function renderValue(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}

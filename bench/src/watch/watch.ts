import { type BenchOptions, type Figure, format, type Measured, medianOf, medianRatio } from "../figures.ts";
import { runModule } from "../harness.ts";
import type { WatchOrder, WatchOutcome } from "./watch-process.ts";

const extents: Readonly<Record<"whole" | "short", WatchOrder>> = {
  whole: {
    positionCounts: [1_000, 1_000_000],
    symbolCount: 1_000,
    ticks: 200_000,
    rounds: 9,
    hitCounts: [10, 100, 1_000, 10_000],
    hitRounds: 11,
  },
  short: {
    positionCounts: [1_000, 100_000],
    symbolCount: 1_000,
    ticks: 50_000,
    rounds: 3,
    hitCounts: [10, 1_000],
    hitRounds: 3,
  },
};

/** The cost of a price for a watch, by the number of positions held and triggered. */
export async function benchWatch({ isShort }: BenchOptions): Promise<Measured> {
  const order = isShort ? extents.short : extents.whole;
  const { quiet, hits } = await runModule<WatchOutcome>("watch/watch-process.ts", order);
  const held = order.positionCounts.map((count, index) => ({
    at: count.toLocaleString("en"),
    seconds: quiet[index] ?? [],
  }));
  const hit = order.hitCounts.map((count, index) => ({
    at: count.toLocaleString("en"),
    us: medianOf(hits[index] ?? []) * 1e6,
  }));
  const costs = hit.map(({ us }) => us);
  const [fewest, most] = [held[0], held.at(-1)];
  if (fewest === undefined || most === undefined) throw new Error("No watch was measured.");
  const figures: Figure[] = [
    ...held.slice(1).map(({ at, seconds }) => ({
      what: `prices that a watch takes, ${at} positions held`,
      value: 1 / medianOf(seconds),
      unit: "a second",
      atLeast: 100_000,
      beside: `${format(medianOf(seconds) * 1e6, "µs")} a price`,
    })),
    {
      what: `a price that hits nothing, ${most.at} held beside ${fewest.at}`,
      value: medianRatio(most.seconds, fewest.seconds),
      unit: "×",
      atMost: 2,
      beside: `${most.at} ${inUs(most.seconds)}, ${fewest.at} ${inUs(fewest.seconds)}`,
    },
    {
      what: "a position that is hit, the dearest beside the cheapest",
      value: Math.max(...costs) / Math.min(...costs),
      unit: "×",
      atMost: 2,
      beside: hit.map(({ at, us }) => `${at} by one price ${format(us, "µs")}`).join(", "),
    },
  ];
  const bars = hit.map(({ at, us }) => ({ label: `${at} hit by one price`, value: us, isOurs: true }));
  return {
    figures,
    charts: [{ name: "hits", title: "A position that a price hits", unit: "µs", bars }],
  };
}

function inUs(seconds: readonly number[]): string {
  return format(medianOf(seconds) * 1e6, "µs");
}

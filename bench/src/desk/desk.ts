import { type BenchOptions, format, type Measured, quantileOf } from "../figures.ts";
import { runModule } from "../harness.ts";
import type { DeskOrder, DeskOutcome } from "./desk-process.ts";

const extents: Readonly<Record<"whole" | "short", DeskOrder>> = {
  whole: { positionCount: 100_000, symbolCount: 1_000, listCount: 500, shockCount: 9 },
  short: { positionCount: 100_000, symbolCount: 1_000, listCount: 100, shockCount: 3 },
};

/** Garbage is collected before memory is read. */
const flags = ["--expose-gc"];

/** What a process that follows every position holds, and how long its lists and shocks take. */
export async function benchDesk({ isShort }: BenchOptions): Promise<Measured> {
  const order = isShort ? extents.short : extents.whole;
  const { megabytes, lists, shocks } = await runModule<DeskOutcome>("desk/desk-process.ts", order, { flags });
  const held = `${order.positionCount.toLocaleString("en")} positions`;
  const listed = Object.entries(lists).map(([what, ms]) => ({ what, p99: quantileOf(ms, 0.99) }));
  return {
    figures: [
      { what: `memory of ${held}`, value: megabytes, unit: "MB", atMost: 60 },
      {
        what: `the slowest list of ${held}, p99`,
        value: Math.max(...listed.map(({ p99 }) => p99)),
        unit: "ms",
        atMost: 50,
        beside: listed.map(({ what, p99 }) => `${what} ${format(p99, "ms")}`).join(", "),
      },
      {
        what: `a shock of ${held}`,
        value: Math.max(...shocks.map(({ ms }) => ms)),
        unit: "ms",
        atMost: 2_000,
        beside: "the longest",
      },
      {
        what: "the longest step of a shock between two turns of the event loop",
        value: Math.max(...shocks.map(({ longestStepMs }) => longestStepMs)),
        unit: "ms",
        atMost: 50,
      },
    ],
  };
}

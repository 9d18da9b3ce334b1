/** The clock of this process, compared with that of the database. */
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { repeat } from "../background.ts";
import { addGauge } from "./metrics.ts";

const compareMs = 1_000;

type Comparison = {
  readonly now: () => number;
  readonly toleranceMs: number;
  readonly log: Log;
  readonly registry: Registry;
};

/** Compares the clocks once a second, and logs when this one becomes wrong or right. A failed comparison changes nothing. */
export async function followClock(
  readClock: () => Promise<number>,
  { now, toleranceMs, log, registry }: Comparison,
) {
  let differenceMs = 0;
  let isWrong = false;
  addGauge(
    registry,
    "oms_clock_difference_seconds",
    "How far the clock of this process is ahead of the database's.",
    () => differenceMs / 1_000,
  );
  /** Whether this clock is right. Rejects if the database can't be read. */
  const compare = async (): Promise<boolean> => {
    const beforeMs = now();
    const databaseMs = await readClock();
    const afterMs = now();
    differenceMs = (beforeMs + afterMs) / 2 - databaseMs;
    // The database read its clock at some time between; a slow answer is no wrong clock.
    const uncertaintyMs = Math.abs(afterMs - beforeMs) / 2;
    const wasWrong = isWrong;
    isWrong = Math.abs(differenceMs) - uncertaintyMs > toleranceMs;
    if (isWrong !== wasWrong) {
      log({
        level: isWrong ? "error" : "info",
        event: isWrong ? "clock differs from the database's" : "clock agrees with the database's again",
        notes: { differenceMs: Math.round(differenceMs) },
      });
    }
    return !isWrong;
  };
  const tolerant = async (): Promise<void> => void (await compare().catch(() => {}));
  await tolerant();
  const { stop } = repeat(tolerant, compareMs);
  return { isWrong: () => isWrong, isRight: compare, stop };
}

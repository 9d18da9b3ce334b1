import { measureUntil } from "./measure-until.ts";
import { settledMsMax } from "./play-round.ts";
import type { WatchRun } from "./watch-run.ts";

/** Percents of a round between which it is left in the middle. */
const judgedPercentMin = 10;
const judgedPercentMax = 50;

/**
 * Moves the market, and comes back while some of what follows is told and some is not; gives for how many positions
 * something follows, or undefined where nothing came in time.
 */
export async function beginRound({
  market,
  faults,
}: Pick<WatchRun, "market" | "faults">): Promise<number | undefined> {
  const percent = judgedPercentMin + market.dice(judgedPercentMax - judgedPercentMin);
  const changedCount = await market.move();
  const isInMiddle = async (): Promise<boolean> =>
    (await market.readLeft()).length * 100 <= changedCount * (100 - percent);
  const limit = { sinceMs: performance.now(), elapsedMsMax: settledMsMax };
  if ((await measureUntil(isInMiddle, limit)) !== undefined) return changedCount;
  faults.push(`not even ${percent} % of a round were judged within ${settledMsMax / 1_000} s`);
  return undefined;
}

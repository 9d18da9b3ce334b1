import type { ToldNotification } from "@trading-oms/brokerage";
import type { Verdict } from "../verdict.ts";
import { judgeTellings } from "./judge-tellings.ts";
import { settledMsMax } from "./play-round.ts";
import { handedOverMsMax } from "./stop-in-round.ts";
import { wasInMiddle } from "./was-in-middle.ts";
import type { WatchRun } from "./watch-run.ts";

/** Judges a run by all that was told; one in which nothing was left to others proves nothing. */
export function judgeWatch(name: string, run: WatchRun, told: readonly ToldNotification[]): Verdict {
  const { market, fleet, interruptions, handoversMs } = run;
  const { faults, reminderCount } = judgeTellings(market.expected(), told);
  const sum = (of: "judgedCount" | "leftCount"): number =>
    interruptions.reduce((total, each) => total + each[of], 0);
  const isInMiddle = interruptions.some(wasInMiddle);
  const positions = market.expected();
  const longestMs = Math.max(0, ...interruptions.map(({ takeoverMs }) => takeoverMs));
  const handovers = handoversMs.map(
    (elapsedMs) => `; on SIGTERM ${seconds(elapsedMs)} (at most ${seconds(handedOverMsMax)})`,
  );
  const line =
    `${name}: ${market.episodeCount()} episodes of ${positions.length} positions, ${told.length} tellings` +
    `${reminderCount > 0 ? `, ${reminderCount} of them reminders` : ""}; kills: ${interruptions.length}, after ` +
    `${sum("judgedCount")} judgements, ${sum("leftCount")} left behind, longest takeover ${seconds(longestMs)} ` +
    `(at most ${seconds(settledMsMax)})${handovers.join("")}`;
  return {
    line,
    faults: [
      ...run.faults,
      ...faults,
      ...fleet.faults(),
      ...(isInMiddle || run.faults.length > 0 ? [] : ["no server was killed in the middle of a round"]),
    ],
  };
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}

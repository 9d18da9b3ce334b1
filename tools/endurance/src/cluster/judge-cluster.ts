import type { ToldNotification } from "@trading-oms/brokerage";
import { judgeAudits } from "../race/judge-audits.ts";
import { judgeKeys } from "../race/judge-keys.ts";
import { judgeLooks } from "../race/judge-looks.ts";
import { judgeToldFigures } from "../race/judge-told-figures.ts";
import type { LeftAccounts } from "../race/read-raced-accounts.ts";
import type { SentCover } from "../race/sent-cover.ts";
import type { Verdict } from "../verdict.ts";
import { judgeTellings } from "../watch/judge-tellings.ts";
import type { Asked, OperationName } from "./asked.ts";
import type { ClusterRun } from "./cluster-run.ts";
import { judgeAsked } from "./judge-asked.ts";
import { judgeToldOnce } from "./judge-told-once.ts";
import { repeatedMark } from "./open-client.ts";
import { settleSent } from "./settle-sent.ts";

/** What is left when all is over. */
export type Left = {
  readonly accounts: LeftAccounts;
  readonly looks: readonly SentCover[];
  /** What those were told whose positions are watched, and those who cover theirs. */
  readonly watchedTold: readonly ToldNotification[];
  readonly coveringTold: readonly ToldNotification[];
};

const operationNames: readonly OperationName[] = [
  "searchSymbols",
  "parseIdCard",
  "setCoveredMarginCall",
  "getMarginRatio",
  "listNotifications",
];

/** Judges a run by what was asked and told, and by what is left; one in which nothing was lost proves nothing. */
export function judgeCluster(run: ClusterRun, left: Left): Verdict {
  const { shared, outages, cluster } = run;
  const { accounts, faults: broken } = left.accounts;
  const { settled, faults: unanswered } = settleSent(shared.sent);
  const tellings = judgeTellings(cluster.market.expected(), left.watchedTold);
  const lostCount = shared.sent.filter(({ status }) => status !== 200).length;
  const repeatedCount = shared.sent.filter(({ requestId }) => requestId.includes(`.${repeatedMark}`)).length;
  const entryCount = accounts.reduce((sum, { entries }) => sum + entries.length, 0);
  const faults = [
    ...run.faults,
    ...judgeAsked(shared.asked, outages),
    ...shared.shown.faults(),
    ...unanswered,
    ...broken,
    ...judgeKeys(settled),
    ...judgeAudits(settled, accounts),
    ...judgeToldFigures(settled, accounts),
    ...judgeLooks(left.looks, accounts),
    ...tellings.faults,
    ...judgeToldOnce(left.coveringTold),
    ...(lostCount === 0 ? ["no order had to be sent again"] : []),
    ...(repeatedCount === 0 ? ["no order was sent anew after its answer"] : []),
    ...judgeReach(shared.asked, run),
  ];
  const line =
    `${shared.asked.length} requests (${operationNames.map((name) => tellOperation(name, shared.asked)).join(", ")}), ` +
    `${lostCount} tries of ${new Set(shared.sent.map(({ key }) => key)).size} orders sent again, ${repeatedCount} after their answer, ${entryCount} changes in the audits; ` +
    `${cluster.market.episodeCount()} episodes told in ${left.watchedTold.length} notifications`;
  return { line, faults };
}

function tellOperation(name: OperationName, asked: readonly Asked[]): string {
  const ofName = asked.filter(({ operation }) => operation === name);
  const failedCount = ofName.filter(({ outcome }) => outcome !== "answered").length;
  return `${name} ${ofName.length}${failedCount === 0 ? "" : ` with ${failedCount} failures`}`;
}

/** In every outage, somebody has to have asked the others for what they answer from memory, and for all else besides. */
function judgeReach(asked: readonly Asked[], { outages }: ClusterRun): string[] {
  const faults = operationNames
    .filter((name) => !asked.some(({ operation, outcome }) => operation === name && outcome === "answered"))
    .map((name) => `${name} was never answered`);
  for (const { kind, beganMs, endedMs } of outages) {
    const inside = asked.filter((each) => each.beganMs >= beganMs && each.endedMs <= endedMs);
    for (const name of ["searchSymbols", "getMarginRatio"]) {
      if (!inside.some(({ operation, outcome }) => operation === name && outcome === "answered"))
        faults.push(`nobody was answered ${name} during ${kind}`);
    }
  }
  return faults;
}

import type { Asked } from "./asked.ts";
import type { Outage } from "./outage.ts";

/** These write to the database or read it; the others answer from memory. */
const needsDatabase = new Set<Asked["operation"]>(["setCoveredMarginCall", "listNotifications"]);

const faultsOfKindMax = 3;

/** Says where a request was not answered, and nothing that was away at the time excuses it. */
export function judgeAsked(asked: readonly Asked[], outages: readonly Outage[]): string[] {
  const faults: string[] = [];
  for (const each of asked) {
    if (each.fault !== undefined) faults.push(each.fault);
    else if (each.outcome !== "answered" && !outages.some((outage) => excuses(outage, each))) {
      const at = outages[0] === undefined ? "" : ` ${tellPlace(each, outages)}`;
      faults.push(`${each.operation} of server ${each.server + 1} was ${each.outcome}${at}`);
    }
  }
  return faults.length <= faultsOfKindMax
    ? faults
    : [...faults.slice(0, faultsOfKindMax), `and ${faults.length - faultsOfKindMax} more such requests`];
}

/** Whether an outage explains how a request went: only who was killed refuses and cuts, only who needs the database fails. */
function excuses({ kind, server, beganMs, endedMs }: Outage, asked: Asked): boolean {
  if (asked.endedMs < beganMs || asked.beganMs > endedMs) return false;
  if (asked.outcome === "refused" || asked.outcome === "cut")
    return kind === "kill" && server === asked.server;
  return (kind === "fast" || kind === "immediate") && needsDatabase.has(asked.operation);
}

function tellPlace({ beganMs }: Asked, outages: readonly Outage[]): string {
  const last = outages.findLast((each) => each.beganMs <= beganMs);
  if (last === undefined) return "before anything was away";
  return `${beganMs - last.backMs} ms after ${last.kind} was over`;
}

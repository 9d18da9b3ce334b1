import type { Outage, OutageKind } from "./outage.ts";

const names: Readonly<Record<OutageKind, string>> = {
  kill: "a server killed",
  fast: "the primary restarted",
  immediate: "the primary crashed",
  feed: "NATS away",
  replica: "the replica crashed",
  pause: "the replica behind",
};

/** Tells of each kind of outage how often it was, how long it lasted, and how long until all was well again. */
export function tellOutages(outages: readonly Outage[]): string[] {
  return [...Map.groupBy(outages, ({ kind }) => kind)].map(([kind, group]) => {
    const longestAway = Math.max(...group.map(({ beganMs, backMs }) => backMs - beganMs));
    const recoveries = group.map(({ backMs, endedMs }) => endedMs - backMs).sort((one, other) => one - other);
    const median = recoveries[Math.floor(recoveries.length / 2)] ?? 0;
    return `${names[kind]}: ${group.length} times, for ${inSeconds(longestAway)} at most; all answered ${inSeconds(median)} after it was back, ${inSeconds(recoveries.at(-1) ?? 0)} at most`;
  });
}

function inSeconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}

import type { Outage } from "./outage.ts";

/** What a server notices of an outage may take as long to be told. */
const noticedMsMax = 10_000;
const linesShownMax = 3;

/** Says what a server complained about while nothing was away, and what it said in no line of a log. */
export function judgeComplaints(name: string, complaints: string, outages: readonly Outage[]): string[] {
  const lines = complaints.split("\n").filter((line) => line.trim() !== "");
  const strange = lines.filter((line) => {
    const atMs = timeOf(line);
    return !outages.some(({ beganMs, endedMs }) => atMs >= beganMs && atMs <= endedMs + noticedMsMax);
  });
  const shown = strange.slice(0, linesShownMax).map((line) => `${name} complained: ${line.slice(0, 400)}`);
  return strange.length > shown.length
    ? [...shown, `and in ${strange.length - shown.length} more lines`]
    : shown;
}

function timeOf(line: string): number {
  try {
    return Date.parse((JSON.parse(line) as { readonly time: string }).time);
  } catch {
    return Number.NaN;
  }
}

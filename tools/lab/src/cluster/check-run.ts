/** Compares what the clients of a cluster were answered and shown with the outages and with what is left. */
import type { StoredNotification } from "@trading-oms/brokerage";
import { readAllNotifications } from "../harness/accounts.ts";
import { makeDice } from "../harness/dice.ts";
import { checkReach, measureUntil } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { type Listening, readMetrics, showEntry } from "../harness/server.ts";
import { parseJson } from "../harness/wire.ts";
import { outcomeOf } from "../model/history.ts";
import { checkLinearHistory, checkPagesInOrder } from "../model/linear-history.ts";
import { checkNotifications, checkOnce } from "../model/notifications.ts";
import { checkAnsweredFigures, checkKeys, checkLooks, type SentCover } from "../model/orders.ts";
import { type LeftAccounts, lookAtCovers } from "../race/covers.ts";
import { checkPages } from "../watch/check-pages.ts";
import { awaitSettled } from "../watch/rounds.ts";
import { type Asked, openClient, operationNames, repeatedMark } from "./client.ts";
import type { ClusterRun, Outage } from "./outages.ts";

/** Reports symbols of which servers show different entries, or none. */
async function compareServers(slots: readonly Listening[], symbols: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const symbol of symbols) {
    const shown = await Promise.all(slots.map((slot) => showEntry(slot, symbol)));
    if (new Set(shown).size > 1) faults.push(`servers show of ${symbol}: ${shown.join(" and ")}`);
    else if (!shown[0]?.includes('"info":{')) faults.push(`no server shows a price of ${symbol}`);
  }
  return faults;
}

/** These access the database; the other operations answer from memory. */
const needsDatabase = new Set<Asked["operation"]>(["setCoveredMarginCall", "listNotifications"]);

const faultsOfKindMax = 3;

/** One cover in so many may be refused because others hold its account, as while a disk stalls. */
const busyOneIn = 100;

/** Reports requests that failed without an outage that excuses them. */
export function checkAsked(asked: readonly Asked[], outages: readonly Outage[]): string[] {
  const faults: string[] = [];
  const covers = asked.filter(({ operation }) => operation === "setCoveredMarginCall");
  let busyLeft = Math.floor(covers.length / busyOneIn);
  for (const each of asked) {
    if (each.fault !== undefined) faults.push(each.fault);
    else if (each.outcome !== "answered" && !outages.some((outage) => excuses(outage, each))) {
      if (each.outcome === "busy" && needsDatabase.has(each.operation) && busyLeft-- > 0) continue;
      const at = outages[0] === undefined ? "" : ` ${describePlace(each, outages)}`;
      faults.push(`${each.operation} of server ${each.server + 1} was ${each.outcome}${at}`);
    }
  }
  return faults.length <= faultsOfKindMax
    ? faults
    : [...faults.slice(0, faultsOfKindMax), `and ${faults.length - faultsOfKindMax} more such requests`];
}

/**
 * Whether an outage explains a failed request: only the killed server refuses and cuts connections, and only operations
 * on the database fail.
 */
function excuses({ kind, server, beganMs, endedMs }: Outage, asked: Asked): boolean {
  if (asked.endedMs < beganMs || asked.beganMs > endedMs) return false;
  if (asked.outcome === "refused" || asked.outcome === "cut")
    return kind === "kill" && server === asked.server;
  return (kind === "fast" || kind === "immediate") && needsDatabase.has(asked.operation);
}

function describePlace({ beganMs }: Asked, outages: readonly Outage[]): string {
  const last = outages.findLast((each) => each.beganMs <= beganMs);
  if (last === undefined) return "before anything was away";
  return `${beganMs - last.backMs} ms after ${last.kind} was over`;
}

/** How long after an outage a server may still log about it. */
const noticedMsMax = 10_000;
const linesShownMax = 3;

/** Reports log lines outside of outages, and output that is no log line. */
export function checkComplaints(name: string, complaints: string, outages: readonly Outage[]): string[] {
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
  const { time } = (parseJson(line) ?? {}) as { readonly time?: string };
  return Date.parse(time ?? "");
}

/** Reports duplicate notifications, and second calls at a price that never moved. */
export function checkNotifiedOnce(notifications: readonly StoredNotification[]): string[] {
  const again = notifications.filter(
    ({ type, messageId }) => type === "MarginCall" && !/\/1\/\d+$/.test(messageId),
  );
  return [
    ...checkOnce(notifications),
    ...again.map(({ messageId }) => `${messageId} was told, and the price has not moved`),
  ];
}

/** Time limits for the comparison of all servers at rest. */
const wholeMsMax = 5_000;
const comparedMsMax = 5_000;

/** Checks that all servers show the same at the end: boards, pages of users, and covers in force. */
export async function lookAtEnd(run: ClusterRun): Promise<SentCover[]> {
  const { cluster, shared, faults } = run;
  await awaitSettled(run, "after the last outage", performance.now());
  await compareFinalBoards(run);
  const looks: SentCover[] = [];
  const client = openClient({ ...shared, sent: looks }, makeDice(1));
  await lookAtCovers(cluster.services, cluster.positions, async (position, amountVnd) => {
    for (const { index } of cluster.slots)
      await client.cover(index, { name: `look-${looks.length}`, position, amountVnd, staysHere: true });
  });
  client.close();
  const watched = cluster.market.expected();
  const notifications = await readAllNotifications(
    cluster.services,
    watched.map(({ position }) => position.userId),
  );
  const sign = async (userId: string): Promise<string> => shared.tokens.get(userId) ?? "";
  const signed = watched.filter(({ position }) => shared.tokens.has(position.userId));
  const shown = { dice: cluster.market.dice, expected: () => signed };
  for (const server of cluster.slots)
    faults.push(...(await checkPages(shown, { server, sign }, notifications)));
  return looks;
}

/** Stops the market. Every server must then show its final state. */
async function compareFinalBoards({ cluster, faults }: ClusterRun): Promise<void> {
  const { slots, symbols, publisher } = cluster;
  const limit = { sinceMs: performance.now(), elapsedMsMax: wholeMsMax };
  const areWhole = async (): Promise<boolean> => (await Promise.all(slots.map(isWhole))).every(Boolean);
  if ((await measureUntil(areWhole, limit)) === undefined)
    faults.push("a server does not know all that was published");
  const { code } = await publisher.end("SIGTERM");
  if (code !== 0) faults.push(`the publisher ended with ${code}: ${publisher.complained().slice(-300)}`);
  let different: readonly string[] = [];
  const areAlike = async (): Promise<boolean> => {
    different = await compareServers(slots, symbols);
    return different.length === 0;
  };
  const comparing = { sinceMs: performance.now(), elapsedMsMax: comparedMsMax };
  if ((await measureUntil(areAlike, comparing)) === undefined) faults.push(...different.slice(0, 3));
}

async function isWhole(slot: Listening): Promise<boolean> {
  return (await readMetrics(slot)).sumOf("oms_feed_complete") === 1;
}

/** The state at the end of a run. */
type Left = {
  readonly accounts: LeftAccounts;
  readonly looks: readonly SentCover[];
  /** The notifications of users with watched positions, and of users who cover theirs. */
  readonly watchedNotifications: readonly StoredNotification[];
  readonly coveringNotifications: readonly StoredNotification[];
};

/**
 * Checks a run by requests, notifications and the final state. A run without any lost request is a fault as well: it
 * proves nothing.
 */
export function checkCluster(run: ClusterRun, left: Left): Verdict {
  const { shared, outages, cluster } = run;
  const { history, sent } = shared;
  const { accounts, faults: broken } = left.accounts;
  const watched = checkNotifications(cluster.market.expected(), left.watchedNotifications);
  const operations = operationNames.map((name) => {
    const ofName = shared.asked.filter(({ operation }) => operation === name);
    const failedCount = ofName.filter(({ outcome }) => outcome !== "answered").length;
    return `${name} ${ofName.length}${failedCount === 0 ? "" : ` with ${failedCount} failures`}`;
  });
  const reached = {
    "tries sent again": sent.filter(({ key, status }) => key !== undefined && status !== 200).length,
    "orders left unknown": sent.filter((each) => each.key === undefined && outcomeOf(each) === "unknown")
      .length,
    "orders repeated after their answer": sent.filter(({ requestId }) =>
      requestId.includes(`.${repeatedMark}`),
    ).length,
    "changes in the audits": accounts.reduce((sum, { entries }) => sum + entries.length, 0),
    "episodes notified": cluster.market.episodeCount(),
  };
  const summary = Object.entries(reached).map(([name, count]) => `${count} ${name}`);
  const faults = [
    ...run.faults,
    ...checkAsked(shared.asked, outages),
    ...checkPagesInOrder(shared.pages),
    ...broken,
    ...checkLinearHistory(history, sent, accounts),
    ...checkKeys(sent),
    ...checkAnsweredFigures(sent, accounts),
    ...checkLooks(left.looks, accounts),
    ...watched.faults,
    ...checkNotifiedOnce(left.coveringNotifications),
    ...checkReach(reached),
    ...checkAnswers(shared.asked, run),
  ];
  return {
    line: `${shared.asked.length} requests (${operations.join(", ")}), ${summary.join(", ")}`,
    faults,
  };
}

/** Every operation must have been answered in the run, and in every outage those that answer from memory. */
function checkAnswers(asked: readonly Asked[], { outages }: ClusterRun): string[] {
  const faults = operationNames
    .filter((name) => !asked.some(({ operation, outcome }) => operation === name && outcome === "answered"))
    .map((name) => `${name} was never answered`);
  for (const { kind, beganMs, endedMs } of outages) {
    const inside = asked.filter((each) => each.beganMs >= beganMs && each.endedMs <= endedMs);
    for (const name of ["searchSymbols", "getMarginRatio"]) {
      if (!inside.some(({ operation, outcome }) => operation === name && outcome === "answered"))
        faults.push(`no ${name} was answered during ${kind}`);
    }
  }
  return faults;
}

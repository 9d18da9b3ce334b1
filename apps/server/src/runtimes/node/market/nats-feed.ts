import { hostname } from "node:os";
import type { FeedCounts } from "@trading-oms/feed";
import { type NatsFeedEvent, openNatsFeed } from "@trading-oms/feed/nats";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { repeat, throttleReports } from "../background.ts";
import { addCounter, addCounters, addGauge } from "../observe/metrics.ts";
import type { NatsSettings } from "../settings/settings.ts";
import type { OpenedFeed } from "./open-market.ts";

const reportMs = 10_000;
/** A connection receives every state within moments if a publisher is running and may answer. */
const unansweredMsMax = 5_000;
const lookMs = 500;

/** Subscribes to a feed over NATS, even if the server is not available yet. */
export function subscribeToNats({ servers, takesSimulated }: Omit<NatsSettings, "kind">): OpenedFeed {
  let log: Log | undefined;
  const pending: NatsFeedEvent[] = [];
  const logEvent = logConnectionChanges((entry) => log?.(entry));
  const feed = openNatsFeed({
    servers,
    name: `oms on ${hostname()}`,
    takesSimulated,
    onEvent: (event) => void (log === undefined ? pending.push(event) : logEvent(event)),
  });
  return {
    feed,
    isSimulated: () => feed.counts().hasSimulated,
    begin: (stage) => {
      log = stage.log;
      addFigures(stage.registry, feed.counts());
      for (const event of pending.splice(0)) logEvent(event);
      const growths = ignored.map(([event, countOf]) =>
        logGrowth(stage.log, event, () => countOf(feed.counts())),
      );
      const reporting = repeat(async () => {
        for (const logIt of growths) logIt();
      }, reportMs);
      const checking = repeat(warnIfUnanswered(feed.counts, stage.log), lookMs);
      const stop = async (): Promise<void> => {
        await Promise.all([reporting.stop(), checking.stop()]);
        await feed.close();
      };
      return { stop };
    },
  };
}

/** What is logged as it grows. */
const ignored: readonly (readonly [event: string, countOf: (counts: Readonly<FeedCounts>) => number])[] = [
  ["feed messages ignored", ({ bad }) => Object.values(bad).reduce((sum, each) => sum + each, 0)],
  [
    "snapshot requests answered twice: a second process answers as the publisher",
    (counts) => counts.conflictCount,
  ],
  ["simulated feed prices ignored: FEED_SIMULATED is off", (counts) => counts.simulatedFrameCount],
];

/** Logs each loss and each return of the connection once, however many attempts fail. */
function logConnectionChanges(log: Log): (event: NatsFeedEvent) => void {
  let isAway = false;
  const logFailure = throttleReports((thrown) =>
    log({
      level: "error",
      event: "NATS rejected a feed operation",
      notes: { cause: causeOf(thrown) },
    }),
  );
  return (event) => {
    if (event.kind === "failed") logFailure(event.thrown);
    else if (event.kind === "untaken") {
      log({ level: "error", event: "processing a feed message failed", thrown: event.thrown });
    } else if (event.kind === "connected") {
      isAway = false;
      log({ level: "info", event: "feed connected" });
    } else if (!isAway) {
      isAway = true;
      const notes = event.kind === "absent" ? { cause: causeOf(event.thrown) } : undefined;
      log({ level: "warn", event: "feed disconnected, reconnecting", ...(notes && { notes }) });
    }
  };
}

/** Warns once if a connection brings no state, because no publisher is running or it may not answer. */
export function warnIfUnanswered(
  counts: () => Pick<FeedCounts, "isConnected" | "isWhole">,
  log: Log,
  monotonicMs: () => number = () => performance.now(),
): () => Promise<void> {
  let sinceMs: number | undefined;
  let isReported = false;
  return async () => {
    const { isConnected, isWhole } = counts();
    if (!isConnected || isWhole) {
      sinceMs = undefined;
      isReported = false;
      return;
    }
    sinceMs ??= monotonicMs();
    if (isReported || monotonicMs() - sinceMs < unansweredMsMax) return;
    isReported = true;
    log({
      level: "warn",
      event: "feed connected without state: no publisher is running, or it may not answer",
    });
  };
}

/** The NATS client's message, which names servers, subjects and users, but no password. */
function causeOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function logGrowth(log: Log, event: string, countNow: () => number): () => void {
  let loggedCount = 0;
  return () => {
    const count = countNow();
    if (count === loggedCount) return;
    log({ level: "warn", event, notes: { count: count - loggedCount } });
    loggedCount = count;
  };
}

const counters = [
  ["lossCount", "oms_feed_disconnects_total", "Connections to the feed's NATS that were lost."],
  ["frameCount", "oms_feed_frames_total", "Frames of the feed that were processed."],
  ["lostFrameCount", "oms_feed_lost_frames_total", "Frames that did not arrive, or arrived late."],
  ["droppedFrameCount", "oms_feed_dropped_frames_total", "Frames that arrived too fast and were dropped."],
  [
    "strangeFrameCount",
    "oms_feed_superseded_frames_total",
    "Frames of a publisher that was replaced by another.",
  ],
  [
    "simulatedFrameCount",
    "oms_feed_simulated_frames_total",
    "Frames with simulated prices, which were ignored.",
  ],
  ["gapCount", "oms_feed_gaps_total", "Gaps in the messages of a symbol."],
  ["healCount", "oms_feed_resyncs_total", "Snapshots that brought a symbol up to date."],
  ["requestCount", "oms_feed_requests_total", "Requests for snapshots."],
  [
    "conflictCount",
    "oms_feed_conflicts_total",
    "Requests that were answered twice, by a second process in the role of the publisher.",
  ],
  ["unlistedCount", "oms_feed_unlisted_total", "Messages of symbols that are not listed, which are ignored."],
  ["failureCount", "oms_feed_failures_total", "Operations that NATS rejected or that could not be sent."],
] as const;

/** `counts` is the feed's live object. */
function addFigures(registry: Registry, counts: Readonly<FeedCounts>): void {
  const addState = (name: string, help: string, read: () => boolean) =>
    addGauge(registry, name, help, () => (read() ? 1 : 0));
  addState("oms_feed_connected", "Whether the feed's NATS is connected: 1 or 0.", () => counts.isConnected);
  addState(
    "oms_feed_complete",
    "Whether the state of every symbol is complete: 1 or 0.",
    () => counts.isWhole,
  );
  for (const [count, name, help] of counters) addCounter(registry, name, help, () => counts[count]);
  addCounters(
    registry,
    "oms_feed_invalid_total",
    "Frames and messages of the feed that were ignored.",
    "reason",
    () => counts.bad,
  );
}

import { hostname } from "node:os";
import { type FeedCounts, readNatsServers } from "@trading-oms/feed";
import { type NatsFeedEvent, openNatsFeed } from "@trading-oms/feed/nats";
import type { Registry } from "prom-client";
import type { Log } from "../../../http/log-and-trace.ts";
import { repeat, tellSeldom } from "../background.ts";
import { addCounter, addCounters, addGauge } from "../metrics.ts";
import type { NatsSettings } from "../settings.ts";
import type { OpenedFeed } from "./books.ts";

/** A persisting fault is reported again after this time. */
const tellMs = 10_000;
/** A connection receives every state within moments if a publisher is running and may answer. */
const unansweredMsMax = 5_000;
const lookMs = 500;

/** Subscribes to a feed over NATS, even if the server is not available yet. */
export function hearNats({ servers: addresses, takesSimulated }: Omit<NatsSettings, "kind">): OpenedFeed {
  const servers = readNatsServers(addresses.join(","));
  if (servers === undefined) throw new Error("FEED names no server of NATS.");
  let log: Log | undefined;
  const unheard: NatsFeedEvent[] = [];
  const tell = tellTurns((entry) => log?.(entry));
  const feed = openNatsFeed({
    servers,
    name: `oms on ${hostname()}`,
    takesSimulated,
    tell: (event) => void (log === undefined ? unheard.push(event) : tell(event)),
  });
  return {
    feed,
    isSimulated: () => feed.counts().hasSimulated,
    begin: (stage) => {
      log = stage.log;
      addFigures(stage.registry, feed.counts());
      for (const event of unheard.splice(0)) tell(event);
      const tellBad = tellGrowth(stage.log, "messages of the feed were passed over", () =>
        Object.values(feed.counts().bad).reduce((sum, each) => sum + each, 0),
      );
      const tellSimulated = tellGrowth(
        stage.log,
        "the feed is only played, and FEED_SIMULATED is off: its prices are passed over",
        () => feed.counts().simulatedFrameCount,
      );
      const tellConflicts = tellGrowth(
        stage.log,
        "requests for snapshots were answered twice: somebody else answers as the publisher",
        () => feed.counts().conflictCount,
      );
      const telling = repeat(async () => {
        tellBad();
        tellConflicts();
        tellSimulated();
      }, tellMs);
      const looking = repeat(tellUnanswered(feed.counts, stage.log), lookMs);
      const stop = async (): Promise<void> => {
        await Promise.all([telling.stop(), looking.stop()]);
        await feed.close();
      };
      return { stop };
    },
  };
}

/** Logs each loss and each return of the connection once, however many attempts fail. */
function tellTurns(log: Log): (event: NatsFeedEvent) => void {
  let isAway = false;
  const tellFailure = tellSeldom((thrown) =>
    log({
      level: "error",
      event: "NATS does not take what the feed needs",
      notes: { cause: causeOf(thrown) },
    }),
  );
  return (event) => {
    if (event.kind === "failed") tellFailure(event.thrown);
    else if (event.kind === "untaken") {
      log({ level: "error", event: "a message of the feed not to be taken", thrown: event.thrown });
    } else if (event.kind === "connected") {
      isAway = false;
      log({ level: "info", event: "the feed is connected" });
    } else if (!isAway) {
      isAway = true;
      const notes = event.kind === "absent" ? { cause: causeOf(event.thrown) } : undefined;
      log({ level: "warn", event: "the feed is away, and is looked for", ...(notes && { notes }) });
    }
  };
}

/** Warns once if a connection brings no state, because no publisher is running or it may not answer. */
export function tellUnanswered(
  counts: () => Pick<FeedCounts, "isConnected" | "isWhole">,
  log: Log,
  monotonicMs: () => number = () => performance.now(),
): () => Promise<void> {
  let sinceMs: number | undefined;
  let isTold = false;
  return async () => {
    const { isConnected, isWhole } = counts();
    if (!isConnected || isWhole) {
      sinceMs = undefined;
      isTold = false;
      return;
    }
    sinceMs ??= monotonicMs();
    if (isTold || monotonicMs() - sinceMs < unansweredMsMax) return;
    isTold = true;
    log({
      level: "warn",
      event: "the feed is connected, and nobody tells what is: nobody publishes, or may not answer",
    });
  };
}

/** The NATS client's message, which names servers, subjects and users, but no password. */
function causeOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Logs the growth of a count since the last call, if any. */
function tellGrowth(log: Log, event: string, countNow: () => number): () => void {
  let toldCount = 0;
  return () => {
    const count = countNow();
    if (count === toldCount) return;
    log({ level: "warn", event, notes: { count: count - toldCount } });
    toldCount = count;
  };
}

const counters = [
  ["lossCount", "oms_feed_losses_total", "Connections to the feed's NATS that were lost."],
  ["frameCount", "oms_feed_frames_total", "Frames of the feed that were taken."],
  ["lostFrameCount", "oms_feed_lost_frames_total", "Frames that did not arrive, or arrived late."],
  ["droppedFrameCount", "oms_feed_dropped_frames_total", "Frames that came too fast and were let go."],
  ["strangeFrameCount", "oms_feed_strange_frames_total", "Frames of a publisher whose place is taken."],
  [
    "simulatedFrameCount",
    "oms_feed_simulated_frames_total",
    "Frames whose prices are only played, which were not taken.",
  ],
  ["gapCount", "oms_feed_gaps_total", "Symbols that something was missing of."],
  ["healCount", "oms_feed_heals_total", "Snapshots that brought a symbol up to date."],
  ["requestCount", "oms_feed_requests_total", "Requests for snapshots."],
  [
    "conflictCount",
    "oms_feed_conflicts_total",
    "Requests that were answered twice: somebody else answers as the publisher.",
  ],
  [
    "unlistedCount",
    "oms_feed_unlisted_total",
    "Messages of symbols that are not listed, of which nothing is kept.",
  ],
  ["failureCount", "oms_feed_failures_total", "What NATS did not allow, or could not be sent."],
] as const;

/** `counts` is the feed's live object. */
function addFigures(registry: Registry, counts: Readonly<FeedCounts>): void {
  const addState = (name: string, help: string, read: () => boolean) =>
    addGauge(registry, name, help, () => (read() ? 1 : 0));
  addState("oms_feed_connected", "Whether the feed's NATS is connected: 1 or 0.", () => counts.isConnected);
  addState("oms_feed_whole", "Whether all that was told of before is known: 1 or 0.", () => counts.isWhole);
  for (const [count, name, help] of counters) addCounter(registry, name, help, () => counts[count]);
  addCounters(
    registry,
    "oms_feed_bad_total",
    "Frames and messages of the feed that were passed over.",
    "reason",
    () => counts.bad,
  );
}

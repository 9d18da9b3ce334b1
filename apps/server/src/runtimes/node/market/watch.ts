import { hostname } from "node:os";
import { setImmediate } from "node:timers/promises";
import {
  listHeldBack,
  MarginWatch,
  type MarketEngine,
  noteMoved,
  storeErrorCodeOf,
  sweepOutcomes,
  type WatchServices,
} from "@trading-oms/brokerage";
import type { OutcomeKey, StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { logFirstFailure, repeat, throttleReports } from "../background.ts";
import { addCounter, addGauge } from "../observe/metrics.ts";

/** Less than half of the lease time of a shard. */
const renewMs = 1_500;
/** How often is looked for what time alone makes due. */
const tickMs = 250;
const saveMs = 1_000;
/** How often held-back symbols are counted, and new ones stored and logged. */
const heldBackMs = 10_000;
/** After this long without a feed message, this process leaves saving prices to one that has a feed, and follows the quotes that it saves. */
export const feedSilenceMsMax = 10_000;
const sweepMs = 24 * 3_600_000;
/** The delay of the first sweep, because a starting process is busy. */
const sweepAfterMs = 600_000;

export type WatchWorld = {
  readonly log: Log;
  readonly registry: Registry;
  /** Makes a name that no earlier process had. */
  readonly makeId: () => string;
  readonly hasFeed: boolean;
  /** Compares the clock of this process with the store's. With a wrong one it holds no shard; omitted where there is no other clock. */
  readonly isClockRight?: (() => Promise<boolean>) | undefined;
};

/** Lets the watch listen to the market, and runs its timers; `MarginWatch` makes the decisions. */
export function runWatch(
  services: WatchServices & { readonly market: Pick<MarketEngine, "listen"> },
  { log, registry, makeId, hasFeed, isClockRight }: WatchWorld,
) {
  const { market, marks, now } = services;
  const beganAtMs = now();
  const watch = new MarginWatch(services, {
    holder: `${hostname()}/${process.pid}/${makeId()}`,
    yieldToEventLoop: () => setImmediate(),
    isReceiving: () => hasFeed && now() - (marks.heardAtMs() ?? beganAtMs) < feedSilenceMsMax,
    onFailure: throttleReports((thrown) =>
      log({ level: "error", event: "watch step failed, retrying", thrown }),
    ),
  });
  addFigures(registry, watch);
  const heldBack = countHeldBack(services, watch, { log, registry });
  const logShards = watchShards(log, watch);
  let storeTrouble: StoreErrorCode | undefined;
  const renew = async (): Promise<void> => {
    try {
      if ((await isClockRight?.()) === false) await watch.yieldShards();
      else await watch.renew();
      storeTrouble = undefined;
    } catch (thrown) {
      storeTrouble = storeErrorCodeOf(thrown);
      throw thrown;
    } finally {
      logShards();
    }
  };
  const repeatTask = (event: string, work: () => Promise<unknown>, pauseMs: number) =>
    repeat(logFirstFailure(log, event, work), pauseMs);
  const loops = [
    repeatTask("renewing shard leases failed", renew, renewMs),
    repeatTask("sending reminders failed", async () => watch.tick(), tickMs),
    repeatTask("saving prices failed", async () => watch.isSaver() && (await marks.save()), saveMs),
    repeatTask("deleting old outcomes failed", sweepFor(services, watch), saveMs),
  ];
  market.listen({
    onBookChange: () => watch.onBookChange(),
    onPriceChange: (symbols) => watch.onPriceChange(symbols),
    followed: () => watch.followed(),
    follow: logFirstFailure(log, "following accounts failed", (found) => watch.follow(found)),
  });
  // Apart, because new rates of many positions take long to read.
  market.listen({ follow: logFirstFailure(log, "applying new rates failed", () => watch.readBook()) });
  market.listen({ follow: logFirstFailure(log, "listing held-back calls failed", heldBack) });
  let stopping: Promise<void> | undefined;
  let wasSaver = false;
  return {
    isSaver: () => watch.isSaver(),
    /** Why its shards could not be renewed, which writes to the store every 1.5 s; undefined if they could. */
    storeTrouble: () => storeTrouble,
    state: () => watch.state(),
    stop: (): Promise<void> => {
      stopping ??= stop();
      return stopping;
    },
    /** Saves prices that arrived after the stop, if this process was the one that saved. */
    saveLast: async (): Promise<void> => {
      if (wasSaver) await marks.save();
    },
  };

  async function stop(): Promise<void> {
    wasSaver = watch.isSaver();
    await Promise.all([watch.stop(), ...loops.map((loop) => loop.stop())]);
    if (wasSaver) await marks.save();
  }
}

/** Returns a function that counts the symbols whose calls are held back, logs when they change, and stores which moved. */
function countHeldBack(
  services: WatchServices,
  watch: MarginWatch,
  { log, registry }: Pick<WatchWorld, "log" | "registry">,
): () => Promise<void> {
  let [logged, count] = ["", 0];
  let dueMs = Number.NEGATIVE_INFINITY;
  const help = "Symbols whose calls are held back on an ex-date.";
  addGauge(registry, "oms_calls_held_back", help, () => count);
  return async () => {
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + heldBackMs;
    // A starting process is about to read them, once.
    if (!services.marks.knowsDays) return;
    const list = watch.isFirst() ? noteMoved : listHeldBack;
    const { heldBack, suspectedFeedErrors } = await list(services);
    count = heldBack.length;
    const symbols = heldBack.map(({ symbol }) => symbol).join();
    const now = `${symbols}/${suspectedFeedErrors.join()}`;
    if (now === logged || (logged === "" && now === "/")) return;
    logged = now;
    const notes = { symbols, faulty: suspectedFeedErrors.length };
    log({ level: "warn", event: "calls held back", notes });
  };
}

/** Returns a function that deletes old idempotency outcomes in portions, one per call, until the table is done. */
function sweepFor(services: WatchServices, watch: MarginWatch): () => Promise<void> {
  let dueMs = performance.now() + sweepAfterMs;
  let after: OutcomeKey | undefined;
  return async () => {
    if (!watch.isFirst() || performance.now() < dueMs) return;
    after = await sweepOutcomes(services, after);
    if (after === undefined) dueMs = performance.now() + sweepMs;
  };
}

function watchShards(log: Log, watch: MarginWatch): () => void {
  let loggedCount = 0;
  return () => {
    const { shardCount } = watch.counts();
    if (shardCount === loggedCount) return;
    loggedCount = shardCount;
    log({ level: "info", event: "watching", notes: { shards: shardCount } });
  };
}

const gauges = [
  ["shardCount", "oms_watch_shards", "Shards of accounts that this process watches."],
  ["positionCount", "oms_watch_positions", "Positions that it watches."],
  ["calledCount", "oms_watch_called", "Of these, positions under a margin call."],
  ["underWayCount", "oms_watch_pending", "Evaluations that are queued or in progress."],
] as const;

const counters = [
  ["evaluatedCount", "oms_watch_evaluations_total", "Evaluations of positions."],
  ["notifiedCount", "oms_watch_notifications_total", "Notifications that resulted from them."],
  ["failedCount", "oms_watch_failures_total", "Evaluations that failed and were postponed."],
] as const;

function addFigures(registry: Registry, watch: MarginWatch): void {
  for (const [count, name, help] of gauges) addGauge(registry, name, help, () => watch.counts()[count]);
  for (const [count, name, help] of counters) addCounter(registry, name, help, () => watch.counts()[count]);
}

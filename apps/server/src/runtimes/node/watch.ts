import { hostname } from "node:os";
import { setImmediate } from "node:timers/promises";
import { MarginWatch, storeErrorCodeOf, sweepOutcomes, type WatchServices } from "@trading-oms/brokerage";
import type { OutcomeKey, StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { Registry } from "prom-client";
import type { Log } from "../../http/log-and-trace.ts";
import { repeat, tellOnce, tellSeldom } from "./background.ts";
import { addCounter, addGauge } from "./metrics.ts";

/** Less than half of the time after which others take a shard for free. */
const renewMs = 1_500;
/** So often that what is changed elsewhere is seen well within a second. */
const followMs = 250;
const saveMs = 1_000;
/** After this long without a feed message, this process leaves saving prices to one that has a feed. */
const toldMsMax = 10_000;
const sweepMs = 24 * 3_600_000;
/** A process that has just started has more to do. */
const sweepAfterMs = 600_000;

/** A watch at work, with its timers. */
type RunningWatch = {
  /** Takes over what its books have new. */
  readonly heedBook: () => void;
  readonly heed: (symbols: Iterable<string>) => void;
  /** Whether it is this process, of all that a feed tells, that saves what it tells. */
  readonly isSaver: () => boolean;
  /** Why its shards could not be renewed, which writes to the store every 1.5 s; undefined where they could. */
  readonly storeTrouble: () => StoreErrorCode | undefined;
  /** Ends what is under way, and leaves its shards to others. */
  readonly stop: () => Promise<void>;
  /** Saves the prices that were heard after it stopped, where it was this process that saved. */
  readonly saveLast: () => Promise<void>;
};

/** What a watch needs besides the use cases' services. */
export type WatchWorld = {
  readonly log: Log;
  readonly registry: Registry;
  /** Makes names of this process unlike those of any before. */
  readonly makeId: () => string;
  /** Whether a feed tells this process of prices. */
  readonly hasFeed: boolean;
};

/** Sets a watch to work: its timers are here, and all that it decides is elsewhere. */
export function runWatch(
  services: WatchServices,
  { log, registry, makeId, hasFeed }: WatchWorld,
): RunningWatch {
  const { marks, now } = services;
  const beganAtMs = now();
  const tell = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const watch = new MarginWatch(services, {
    holder: `${hostname()}/${process.pid}/${makeId()}`,
    breathe: () => setImmediate(),
    isTold: () => hasFeed && now() - (marks.heardAtMs() ?? beganAtMs) < toldMsMax,
    tellFailure: tellSeldom(tell("the watch failed at something, and tries again")),
  });
  addFigures(registry, watch);
  const tellShards = watchShards(log, watch);
  let storeTrouble: StoreErrorCode | undefined;
  const renew = async (): Promise<void> => {
    try {
      await watch.renew();
      storeTrouble = undefined;
    } catch (thrown) {
      storeTrouble = storeErrorCodeOf(thrown);
      throw thrown;
    } finally {
      tellShards();
    }
  };
  const goOn = (event: string, work: () => Promise<unknown>, pauseMs: number) =>
    repeat(tellOnce(tell(event), work), pauseMs);
  const loops = [
    goOn("shards not to be renewed", renew, renewMs),
    goOn("accounts not to be followed", () => watch.follow(), followMs),
    goOn("new rates not to be judged by", () => watch.readBook(), followMs),
    goOn("reminders not to be told", async () => watch.tick(), followMs),
    goOn("prices not to be saved", async () => watch.isSaver() && (await marks.save()), saveMs),
    goOn("outcomes not to be swept", sweepFor(services, watch), saveMs),
  ];
  let stopping: Promise<void> | undefined;
  let wasSaver = false;
  return {
    heedBook: () => watch.heedBook(),
    heed: (symbols) => watch.heed(symbols),
    isSaver: () => watch.isSaver(),
    storeTrouble: () => storeTrouble,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
    saveLast: async () => {
      if (wasSaver) await marks.save();
    },
  };

  async function stop(): Promise<void> {
    wasSaver = watch.isSaver();
    await Promise.all([watch.stop(), ...loops.map((loop) => loop.stop())]);
    if (wasSaver) await marks.save();
  }
}

/** Lets the store forget a part of what nobody asks for again, each time it is called, until all of it is looked through. */
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
  let toldCount = 0;
  return () => {
    const { shardCount } = watch.counts();
    if (shardCount === toldCount) return;
    toldCount = shardCount;
    log({ level: "info", event: "watching", notes: { shards: shardCount } });
  };
}

const gauges = [
  ["shardCount", "oms_watch_shards", "Shards of accounts that this process watches."],
  ["positionCount", "oms_watch_positions", "Positions that it watches."],
  ["calledCount", "oms_watch_called", "Of these, positions whose owner was called."],
  ["underWayCount", "oms_watch_pending", "Judgements that wait or are under way."],
] as const;

const counters = [
  ["judgedCount", "oms_watch_judged_total", "Judgements that were made."],
  ["toldCount", "oms_watch_told_total", "Notifications that came of them."],
  ["failedCount", "oms_watch_failed_total", "Judgements that failed and were put off."],
] as const;

function addFigures(registry: Registry, watch: MarginWatch): void {
  for (const [count, name, help] of gauges) addGauge(registry, name, help, () => watch.counts()[count]);
  for (const [count, name, help] of counters) addCounter(registry, name, help, () => watch.counts()[count]);
}

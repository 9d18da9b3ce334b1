import { hostname } from "node:os";
import { setImmediate } from "node:timers/promises";
import { MarginWatch, sweepOutcomes, type WatchCounts, type WatchServices } from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import type { Log } from "../../log.ts";
import { renderFamily } from "../../render-family.ts";
import { repeat } from "./repeat.ts";

/** Less than half of the time after which others take a shard for free. */
const renewMs = 1_500;
/** So often that what is changed elsewhere is seen well within a second. */
const followMs = 250;
const saveMs = 1_000;
const sweepMs = 24 * 3_600_000;

/** A watch at work, with its timers and its feed. */
export type RunningWatch = {
  /** Takes over what its books have new. */
  readonly heedBook: () => void;
  readonly heed: (symbols: Iterable<string>) => void;
  readonly renderMetrics: () => string;
  /** Ends what is under way, and leaves its shards to others. */
  readonly stop: () => Promise<void>;
};

/** What a watch needs besides the use cases' services. */
export type WatchWorld = {
  readonly log: Log;
  /** Makes names of this process unlike those of any before. */
  readonly makeId: () => string;
  readonly feed: Feed | undefined;
};

/** Sets a watch to work: its timers are here, and all that it decides is elsewhere. */
export async function runWatch(
  services: WatchServices,
  { log, makeId, feed }: WatchWorld,
): Promise<RunningWatch> {
  const tell = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const watch = new MarginWatch(services, {
    holder: `${hostname()}/${process.pid}/${makeId()}`,
    breathe: () => setImmediate(),
    tellFailure: tell("position not to be judged"),
  });
  const tellShards = watchShards(log, watch);
  const loops = [
    repeat(
      tellOnce(tell("shards not to be renewed"), () => watch.renew().finally(tellShards)),
      renewMs,
    ),
    repeat(tellOnce(tell("accounts not to be followed"), follow), followMs),
    repeat(tellOnce(tell("prices not to be saved"), saveFor(services, watch)), saveMs),
  ];
  const following = await feed?.follow((messages) => watch.heed(services.marks.hear(messages)));
  return {
    heedBook: () => watch.heedBook(),
    heed: (symbols) => watch.heed(symbols),
    renderMetrics: () => renderWatch(watch.counts()),
    stop: async () => {
      await following?.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await watch.stop();
    },
  };

  async function follow(): Promise<void> {
    await watch.follow();
    watch.tick();
  }
}

/** Does what one process does for all: lets the store have prices, and forget what nobody asks for again. */
function saveFor(services: WatchServices, watch: MarginWatch): () => Promise<void> {
  let sweptMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!watch.isFirst()) return;
    await services.marks.save();
    if (performance.now() - sweptMs < sweepMs) return;
    await sweepOutcomes(services, () => setImmediate());
    sweptMs = performance.now();
  };
}

/** What goes on failing is told once, until it works again. */
function tellOnce(tell: (thrown: unknown) => void, work: () => Promise<void>): () => Promise<void> {
  let isWell = true;
  return async () => {
    try {
      await work();
      isWell = true;
    } catch (thrown) {
      if (isWell) tell(thrown);
      isWell = false;
    }
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

function renderWatch(counts: WatchCounts): string {
  return [
    gauge("oms_watch_shards", "Shards of accounts that this process watches.", counts.shardCount),
    gauge("oms_watch_positions", "Positions that it watches.", counts.positionCount),
    gauge("oms_watch_called", "Of these, positions whose owner was called.", counts.calledCount),
    gauge("oms_watch_pending", "Judgements that wait or are under way.", counts.underWayCount),
    counter("oms_watch_judged_total", "Judgements that were made.", counts.judgedCount),
    counter("oms_watch_told_total", "Notifications that came of them.", counts.toldCount),
    counter("oms_watch_failed_total", "Judgements that failed and were put off.", counts.failedCount),
  ].join("");
}

function gauge(name: string, help: string, value: number): string {
  return renderFamily(name, "gauge", help, [{ value }]);
}

function counter(name: string, help: string, value: number): string {
  return renderFamily(name, "counter", help, [{ value }]);
}

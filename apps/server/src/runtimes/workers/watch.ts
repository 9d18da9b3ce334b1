import {
  MarginWatch,
  noteMoved,
  openBooks,
  openDays,
  type Services,
  sweepOutcomes,
  type WatchCounts,
  type WatchServices,
} from "@trading-oms/brokerage";
import type { OutcomeKey } from "@trading-oms/brokerage/ports";
import { readShared, warnOfMistyped } from "../settings.ts";
import { type BaseServices, failEvent, makeBaseServices, type WriteLine, wait } from "./base-services.ts";
import type { Environment, OpenStore, ReadStore } from "./settings.ts";

/** The cron of the watch; every other cron triggers the sweep. */
const watchCron = "* * * * *";

export type ScheduledWorker = {
  readonly scheduled: (event: { readonly cron: string }, environment: Environment) => Promise<void>;
};

/** Creates the Worker that watches positions every minute, and once a day deletes old idempotency outcomes. */
export function createWatchWorker(
  { writeLine }: { readonly writeLine: WriteLine },
  readStore: ReadStore,
): ScheduledWorker {
  return {
    scheduled: async ({ cron }, environment) => {
      const { values, faults, mistyped } = readShared("watch", environment);
      const open = readStore(environment, faults);
      if (faults.length > 0 || open === undefined) return failEvent(writeLine, faults);
      const services = makeBaseServices(writeLine, values.logLevel);
      warnOfMistyped(mistyped, services.log);
      await withStore(open, services, (store) =>
        cron === watchCron ? watch(store, services) : sweep(store, services),
      );
    },
  };
}

/** Fails the event on any error, so that the platform counts it; only the log has the cause. */
async function withStore(
  open: OpenStore,
  { log }: BaseServices,
  work: (store: Services["store"]) => Promise<void>,
): Promise<void> {
  let store: Services["store"] | undefined;
  try {
    store = await open();
    await work(store);
  } catch (thrown) {
    log({ level: "error", event: "store check failed", thrown });
    throw new Error("The store cannot be reached.");
  } finally {
    await store?.close();
  }
}

/** Starts from the store each time, because data kept between two events could be stale. */
async function watch(store: Services["store"], { now, hash, makeId, log }: BaseServices): Promise<void> {
  const { book, marks } = await openBooks({ store, now });
  await openDays({ store }, marks);
  const services = { store, now, makeId, hash, book, marks, holidays: book.holidays };
  const failures: unknown[] = [];
  const onFailure = (thrown: unknown): void => {
    failures.push(thrown);
    log({ level: "error", event: "watch step failed, retrying", thrown });
  };
  const watched = await watchOnce(services, { holder: `worker/${makeId()}`, wait, onFailure });
  // Two rounds at once store the same.
  await noteMoved(services);
  const { isDone, positionCount, evaluatedCount, notifiedCount } = watched;
  const notes = { positions: positionCount, judged: evaluatedCount, told: notifiedCount };
  if (isDone) log({ level: "info", event: "watch round finished", notes });
  else log({ level: "warn", event: "watch round incomplete, continuing in the next minute", notes });
  // An unfinished round may just have too much work; it fails only if there were errors.
  if (!isDone && failures.length > 0) throw failures.at(-1);
}

type WatchRound = {
  readonly holder: string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onFailure: (thrown: unknown) => void;
};

/** Less than half of the lease time of a shard. */
const renewMs = 1_500;
/** The longest time for which a crashed watch still holds shards. */
const takeOverMsMax = 6_000;
/** Ends well before the next minute. */
const roundMsMax = 40_000;
const pauseMs = 20;

/**
 * Judges every position whose trigger price was reached or whose reminder is due, and releases the shards. A round that is not done
 * leaves the rest to the next.
 */
export async function watchOnce(services: WatchServices, { holder, wait, onFailure }: WatchRound) {
  const { now } = services;
  const beganMs = now();
  let renewedMs = Number.NEGATIVE_INFINITY;
  const watch = new MarginWatch(services, { holder, yieldToEventLoop: () => wait(0), onFailure });
  try {
    for (;;) {
      if (now() - renewedMs >= renewMs) {
        renewedMs = now();
        await watch.renew();
      }
      watch.tick();
      const counts = watch.counts();
      const elapsedMs = now() - beganMs;
      const isDone = isSettled(counts) && (counts.shardCount > 0 || elapsedMs >= takeOverMsMax);
      if (isDone || elapsedMs >= roundMsMax) return { ...counts, isDone };
      await wait(pauseMs);
    }
  } finally {
    await watch.stop();
  }
}

function isSettled({ loadingCount, unreadCount, underWayCount, laterCount }: WatchCounts): boolean {
  return loadingCount + unreadCount + underWayCount + laterCount === 0;
}

/** The limit of one sweep; the next starts again and finds less. */
const partCountMax = 200;

/** Deletes old idempotency outcomes part by part. */
async function sweep(store: Services["store"], { now, log }: BaseServices): Promise<void> {
  let after: OutcomeKey | undefined;
  let partCount = 0;
  do {
    after = await sweepOutcomes({ store, now }, after);
    partCount += 1;
  } while (after !== undefined && partCount < partCountMax);
  log({ level: "info", event: "outcomes swept", notes: { parts: partCount } });
}
